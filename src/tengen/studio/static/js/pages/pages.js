// The pages of the panel beside the board, loaded when the first of them is opened.
import { ChangePlayersPage } from "./change_players.js";
import { FilesPage } from "./files.js";
import { HelpPage } from "./help.js";
import { NewGamePage } from "./new_game.js";
import { SetUpPage } from "./set_up.js";
import { SettingsPage } from "./settings.js";

/** @param {App} app @param {BoardView} board */
export function makePages(app, board) {
  return new Map(/** @type {[Page, PanelPage][]} */ ([
    ["new", new NewGamePage(app)], ["players", new ChangePlayersPage(app)], ["files", new FilesPage(app, board)], ["settings", new SettingsPage(app)],
    ["set up", new SetUpPage(app, board)], ["help", new HelpPage(app)]]));
}
