"""`python -m tengen_start`: the command `tengen`, for programs that start it themselves."""

from tengen_start import main

main()
