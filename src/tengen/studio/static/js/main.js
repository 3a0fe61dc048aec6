// Begins: preferences, connection, the first game, and which room the address asks for.
import { App } from "./app.js";
import { Engine } from "./engine.js";
import { applyTheme, loadPreferences } from "./preferences.js";
import { BoardRoom } from "./rooms/board_room.js";
import { ROOMS, Shell } from "./shell.js";
import { loadTexts } from "./texts/texts.js";
import { ServerTransport } from "./transport.js";

const token = document.querySelector('meta[name="tengen-token"]')?.getAttribute("content") ?? "";
const preferences = loadPreferences();
/** What a server offers first unless it was told otherwise. */
const USUAL_GAME = "gomoku:15x15/5";
const RELOAD_MILLISECONDS = 10_000;

/** @returns {"en" | "zh"} */
function language() {
  const wanted = preferences.language || document.documentElement.dataset.language || navigator.language;
  return wanted.toLowerCase().startsWith("zh") ? "zh" : "en";
}

const app = new App(new Engine(new ServerTransport(token), token), preferences, await loadTexts(language()));
/** Until the server has answered once. */
let isFirst = true;
let { shell, boardRoom } = frame();
/** Made when it is first entered, in the language of the moment. @type {import("./rooms/training_room.js").TrainingRoom | null} */
let trainingRoom = null;
/** Made when it is first entered, and again in another language. @type {import("./rooms/microscope_room.js").MicroscopeRoom | null} */
let microscopeRoom = null;
/** What is under the microscope, in any language. @type {Scope | undefined} */
let scope;

/** The frame and the room in the language of the moment. */
function frame() {
  document.documentElement.lang = app.texts.language === "zh" ? "zh-Hans" : "en";
  app.switches = { language: () => void switchLanguage(), theme: switchTheme };
  return { shell: new Shell(app), boardRoom: new BoardRoom(app) };
}

function build() {
  app.tell = (text, isError = false) => shell.tell(text, isError);
  app.settle = () => shell.settleError();
  shell.await(app.engine.connected ? "" : app.texts.say(isFirst ? "connecting" : "lost"));
  app.show = (changes) => boardRoom.update(changes);
  enter();
}

async function switchLanguage() {
  const language = app.texts.language === "zh" ? "en" : "zh", texts = await loadTexts(language).catch(() => null);
  if (texts === null) return app.tell(app.texts.say("lost"), true);
  app.choose({ language });
  app.texts = texts;
  trainingRoom?.leave();
  trainingRoom = null;
  microscopeRoom = null;
  ({ shell, boardRoom } = frame());
  build();
  boardRoom.update(new Set(["state", "analysis", "review", "hint", "games", "page"]));
}

/** @param {"system" | "light" | "dark"} theme */
function switchTheme(theme) {
  app.choose({ theme });
  applyTheme(preferences);
}

/** Shows the room that the address names. */
function enter() {
  const [wanted, ...rest] = location.hash.replace(/^#\/?/, "").split("/"), address = rest.join("/");
  const room = ROOMS.find((each) => each === wanted) ?? app.room;
  app.room = room;
  trainingRoom?.leave();
  if (room !== "microscope") microscopeRoom?.leave();
  if (room === "training") return void enterTraining(decoded(address) ?? "");
  if (room === "microscope") return void enterMicroscope(address);
  boardRoom.setRoom(room);
  return shell.enter(room, boardRoom.element);
}

/** @param {string} name of the run to show */
async function enterTraining(name) {
  const { TrainingRoom } = await import("./rooms/training_room.js");
  if (app.room !== "training") return;
  trainingRoom ??= new TrainingRoom(app);
  shell.enter("training", trainingRoom.element);
  trainingRoom.enter(name);
}

/** @param {string} address what follows the room */
async function enterMicroscope(address) {
  const { MicroscopeRoom } = await import("./rooms/microscope_room.js");
  if (app.room !== "microscope") return;
  microscopeRoom ??= new MicroscopeRoom(app, scope);
  scope = microscopeRoom.scope;
  shell.enter("microscope", microscopeRoom.element);
  microscopeRoom.enter(address);
}

/** A permalink is what follows # without a slash; null: there is none. */
function linkInAddress() {
  const text = location.hash.slice(1);
  return text && !text.startsWith("/") && text !== "main" ? text : null;
}

/** null: not what the browser makes of a text. @param {string} link */
function decoded(link) {
  try {
    return decodeURIComponent(link);
  } catch {
    return null;
  }
}

async function followAddress() {
  const link = linkInAddress();
  if (link === null) return enter();
  history.replaceState(null, "", "#/review");
  enter();
  const text = decoded(link);
  if (text === null) return app.tell(app.texts.say("broken link"), true);
  return app.try(app.engine.openLink(text));
}

/** The game of the last visit, or the last one played; or the game that a new server was started with. */
async function openFirstGame() {
  if (linkInAddress() !== null && (await followAddress())) return;
  const known = app.games.find((game) => game.game_id === preferences.gameId && game.game_id !== app.state?.game_id) ?? app.games.find((game) => game.game_id !== app.state?.game_id);
  const catalogue = await app.attempt(app.engine.catalogue());
  if (!catalogue) return;
  const isAskedFor = preferences.server !== token.slice(0, 6) && catalogue.default !== USUAL_GAME;
  app.choose({ server: token.slice(0, 6) });
  if (known && !isAskedFor) await app.attempt(app.engine.openGame(known.game_id));
  else await app.attempt(app.engine.startGame({ game: catalogue.default, seats: [{ kind: "human" }, { kind: "level", level: 3 }] }));
}

/** A fresh page has the token of the server; twice within seconds would mean that it does not help. */
function reloadOnce() {
  const last = Number(sessionStorage.getItem("tengen-reloaded") ?? 0);
  if (Date.now() - last < RELOAD_MILLISECONDS) return shell.await(app.texts.say("lost"));
  sessionStorage.setItem("tengen-reloaded", String(Date.now()));
  return location.reload();
}

applyTheme(preferences);
build();
app.engine.on("connection", (connected) => {
  shell.await(connected ? "" : app.texts.say("lost"));
  if (connected && (isFirst || !app.state)) {
    isFirst = false;
    void openFirstGame();
  }
});
app.engine.on("stale", () => reloadOnce());
app.engine.on("forgotten", () => void openFirstGame());
app.engine.on("deleted", ({ game_id }) => {
  if (game_id !== app.state?.game_id) return;
  app.engine.gameId = null;
  void openFirstGame();
});
window.addEventListener("hashchange", () => void followAddress());
app.engine.connect();
