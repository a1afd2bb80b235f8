/**
 * Characters that show nothing themselves: controls, marks that turn the direction of text around, spaces without
 * width, line separators, tags. With them `Assets/Editor/sc.gpj` reads as `Assets/Editor/jpg.cs`.
 */
const UNSEEN =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

/** The text with its invisible characters written out (`\u{202E}`), for names that people base decisions on. */
export const visible = (text: string): string =>
	text.replace(UNSEEN, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16).toUpperCase()}}`)
