"""Chooses who plays the games of a run: this process, processes of this machine, or Ray."""

from tengen.errors import ConfigError
from tengen.runs.config import RunConfig
from tengen.runs.crew import MOST_WORKERS
from tengen.runs.executor import CrewExecutor, Executor, Inline
from tengen.runs.process_crew import ProcessCrew
from tengen.runs.stages import threads_of

LOCAL_RAY = "local"
"""Instead of an address: a Ray of the run's own, on this machine."""
MOST_PROCESSES = 1024


def require_workers(workers: int | None, ray: str | None) -> None:
    """Raises what would keep workers from starting, before a run is begun for them."""
    most = MOST_PROCESSES if ray is None else MOST_WORKERS
    if workers is not None and not 1 <= workers <= most:
        raise ConfigError(f"--workers must be 1 to {most:,}; got {workers:,}")
    if ray is not None:
        from tengen.runs.ray import connect, import_ray  # an extra

        installed = import_ray(loopback=ray == LOCAL_RAY)
        if ray != LOCAL_RAY:
            connect(installed, ray)


def make_executor(config: RunConfig, workers: int | None, ray: str | None) -> Executor:
    """Without workers and an address, this process. The games are the same in each case."""
    if ray is not None:
        from tengen.runs.ray import RayCrew  # an extra

        if ray == LOCAL_RAY:
            workers = workers or threads_of(config)
        address = None if ray == LOCAL_RAY else ray
        return CrewExecutor(RayCrew(address, workers, config.run.evaluator))
    if workers is None:
        return Inline()
    threads = max(1, threads_of(config) // workers)
    return CrewExecutor(ProcessCrew(workers), threads)
