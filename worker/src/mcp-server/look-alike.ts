/** Names that a person could read as another one. Pure. */

/**
 * Letters that look like those of "Fairlead", by the Latin one: other scripts, phonetic signs, and digits. Accents, and the
 * styled alphabets of mathematics, need no place here: NFKD takes them off.
 */
const LOOK_LIKE: Readonly<Record<string, string>> = {
	f: 'ƒꜰꞙᶂϝғꓝ𐊇',
	a: 'ɑɐᴀⱥαаӑӓꓮꭺ4@ⲁ',
	i: 'ıɩɪɨᵻιіїӏꓲⅰⲓ1l|!ǀłɫɬɭⅼʟⳑꓡꮮ',
	r: 'ɾɼɽʀɍгґѓꓣꮢꭱᴦⲅ',
	e: 'ɇᴇɛεеёєꓰꭼⲉ3℮',
	d: 'đɖɗᴅԁꓓꭰⅾ',
}
const LATIN = new Map(
	Object.entries(LOOK_LIKE).flatMap(([latin, signs]) => [...signs].map((sign) => [sign, latin])),
)
/** Letters in circles and squares, and those that flags are made of, which NFKD leaves: the first of 26 each. */
const BOXED_FROM = [0x1f150, 0x1f170, 0x1f1e6]

const OURS = 'fairiead'

/** Scripts whose letters look like Latin ones, in a word that also has those. */
const MIXED =
	/(?=\p{L}*\p{Script=Latin})\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Georgian}\p{Script=Deseret}\p{Script=Lycian}\p{Script=Carian}]/u

/** A word of Latin letters and of others that look like them. */
export const mixesScripts = (name: string): boolean => MIXED.test(name.normalize('NFKC'))

/** Begins with what looks like our name: however it is accented, spaced or spelled. */
export const looksLikeOurs = (name: string): boolean => skeleton(name).startsWith(OURS)

/** Only what is left when accents, separators and everything that shows nothing are gone; `l` is an `i`. */
function skeleton(name: string): string {
	const plain = [...name.normalize('NFKD').toLowerCase().normalize('NFKD')].map(unboxed)
	return plain
		.map((sign) => LATIN.get(sign) ?? sign)
		.filter((sign) => /[\p{L}\p{N}]/u.test(sign) && !/\p{Default_Ignorable_Code_Point}/u.test(sign))
		.join('')
}

function unboxed(sign: string): string {
	const code = sign.codePointAt(0) ?? 0
	const from = BOXED_FROM.find((first) => code >= first && code < first + 26)
	return from === undefined ? sign : String.fromCharCode(97 + code - from)
}
