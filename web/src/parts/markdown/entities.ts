const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
	hellip: '…',
	mdash: '—',
	ndash: '–',
	deg: '°',
	times: '×',
	rarr: '→',
}

/** Character references as models write them; others stay as they are. */
export const decodeEntities = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
		if (name !== undefined) return NAMED[name] ?? whole
		const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
	})
