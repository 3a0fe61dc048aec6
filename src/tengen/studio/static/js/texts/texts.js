// Sentences of the page in one language. What the server says comes in both and is chosen here.

/** @typedef {keyof typeof import("./en.js").ENGLISH} Key */
/** @typedef {"en" | "zh"} Language */
/** @typedef {import("../messages.js").Text} Text */

/** Only the language in use is loaded. @param {Language} language */
export async function loadTexts(language) {
  return new Texts(language, language === "zh" ? (await import("./zh.js")).CHINESE : (await import("./en.js")).ENGLISH);
}

export class Texts {
  /**
   * @param {Language} language
   * @param {Record<Key, string>} sentences
   */
  constructor(language, sentences) {
    this.language = language;
    this.sentences = sentences;
    this.numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
  }

  /**
   * A sentence with its {places} filled in.
   * @param {Key} key
   * @param {Record<string, string | number>} [values]
   */
  say(key, values = {}) {
    return this.sentences[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /** A sentence of the server. @param {Text | null | undefined} text */
  of(text) {
    return text ? text[this.language] : "";
  }

  /** A name of the server at the beginning of a sentence. @param {Text} text */
  begin(text) {
    const name = this.of(text);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** One decimal, no sign: 57.6. @param {number} rate from 0 to 1 */
  percent(rate) {
    return (100 * rate).toFixed(1);
  }

  /** 18,432 @param {number} value */
  number(value) {
    return this.numbers.format(value);
  }

  /** Room for three or four signs on the board: 812, 4.9k, 12k. @param {number} value */
  short(value) {
    if (value < 1000) return String(value);
    const [unit, letter] = value < 1e6 ? [1e3, "k"] : [1e6, "M"];
    return `${value < 10 * unit ? (value / unit).toFixed(1) : Math.round(value / unit)}${letter}`;
  }

  /** With a real minus sign. @param {number} value */
  signed(value) {
    return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
  }

  /** With its sign: +0.289, −0.056. @param {number} value @param {number} [digits] */
  value(value, digits = 3) {
    const text = Math.abs(value).toFixed(digits);
    return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
  }

  /** 8:41, or 9.3 in the last seconds. @param {number} seconds */
  clock(seconds) {
    const left = Math.max(seconds, 0);
    if (left < 10) return left.toFixed(1);
    const minutes = Math.floor(left / 60), rest = String(Math.floor(left % 60)).padStart(2, "0");
    return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
  }
}
