import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def one_torch_thread():
    """Tests run side by side; torch's own threads would only fight for the processor."""
    torch.set_num_threads(1)
