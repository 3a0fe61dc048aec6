"""The HTTP requests about runs."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request

from tengen.studio.hall import Hall
from tengen.studio.shelf import Shelf
from tengen.studio.training.details import run_details
from tengen.studio.training.findings import run_doctor
from tengen.studio.training.games import stored_game
from tengen.studio.training.items import RunList
from tengen.studio.training.shapes import (
    ResumeRun,
    RunDetails,
    RunDoctor,
    RunGameOpened,
    RunName,
    Runs,
    RunStarted,
    RunStopping,
    StartRun,
    StoredGameId,
    Version,
)
from tengen.studio.training.workshop import Workshop


def training_router(shelf: Shelf) -> APIRouter:
    """Reading runs, and starting, stopping and resuming them."""
    router, workshop = APIRouter(prefix="/api/runs"), Workshop(shelf)
    run_list = RunList(workshop)

    @router.get("")
    def list_runs() -> Runs:
        return run_list.read()

    @router.get("/{name}")
    def read_run(name: RunName, known: Annotated[Version, Query()] = 0) -> RunDetails:
        return run_details(workshop, name, known)

    @router.get("/{name}/doctor")
    def examine_run(name: RunName) -> RunDoctor:
        return run_doctor(workshop, name)

    @router.post("")
    def start_run(body: StartRun) -> RunStarted:
        return RunStarted(name=workshop.start(body))

    @router.post("/{name}/resume")
    def resume_run(name: RunName, body: ResumeRun) -> RunStarted:
        return RunStarted(name=workshop.resume(name, body))

    @router.post("/{name}/stop")
    def stop_run(name: RunName) -> RunStopping:
        workshop.stop(name)
        return RunStopping(name=name)

    @router.post("/{name}/games/{game}")
    async def open_game(name: RunName, game: StoredGameId, request: Request) -> RunGameOpened:
        hall: Hall = request.app.state.hall
        directory = workshop.run(name)
        table = await asyncio.to_thread(stored_game, directory, game, shelf, hall.new_id())
        hall.open([table])
        return RunGameOpened(game_id=table.id)

    return router
