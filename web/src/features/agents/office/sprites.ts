/** The office's pictures, drawn for Fairlead under its licence: a letter is a pixel, a point is none. Pure. */

export type Sprite = readonly string[]
/** Colours by letter; a letter that it lacks is not drawn. */
export type Palette = Readonly<Record<string, string>>

/** The height of a person; the feet stand on the last row. */
export const PERSON_HEIGHT = 16
export const PERSON_WIDTH = 10

const HEAD_DOWN = [
	'..HHHHHH..',
	'.HHHHHHHH.',
	'.HHSSSSHH.',
	'.HSSSSSSH.',
	'.SSESSESS.',
	'.SSSSSSSS.',
	'..SSMMSS..',
]
const HEAD_ASLEEP = [...HEAD_DOWN.slice(0, 4), '.SSSSSSSS.', '.SEESSEES.', '..SSSSSS..']
const HEAD_UP = [
	'..HHHHHH..',
	'.HHHHHHHH.',
	'.HHHHHHHH.',
	'.HHHHHHHH.',
	'.HHHHHHHH.',
	'.SHHHHHHS.',
	'..SSSSSS..',
]
const HEAD_SIDE = [
	'..HHHHHH..',
	'.HHHHHHHH.',
	'.HHHSSSSS.',
	'.HHSSSSSS.',
	'.HHSSESSE.',
	'.HSSSSSSS.',
	'..SSSSMM..',
]
const BODY = ['..TTTTTT..', '.TTTTTTTT.', '.DTTTTTTD.', '.DTTTTTTD.', '.STTTTTTS.']
/** The arms reach forward. */
const BODY_AT_WORK = ['..TTTTTT..', '.TTTTTTTT.', 'SDTTTTTTD.', '..TTTTTTDS', '..TTTTTT..']
const BODY_AT_WORK_2 = ['..TTTTTT..', '.TTTTTTTT.', '.DTTTTTTDS', 'SDTTTTTT..', '..TTTTTT..']
const LEGS = ['..LLLLLL..', '..LLLLLL..', '..LL..LL..', '..BB..BB..']
const LEGS_LEFT = ['..LLLLLL..', '..LLLLLL..', '..LL..BB..', '..BB......']
const LEGS_RIGHT = ['..LLLLLL..', '..LLLLLL..', '..BB..LL..', '......BB..']
const SEATED = ['..LLLLLL..', '..LLLLLL..', '..BB..BB..', '..........']

const person = (head: Sprite, body: Sprite, legs: Sprite): Sprite => [...head, ...body, ...legs]

/** Two frames each, drawn in turn. */
export const PERSON = {
	down: [person(HEAD_DOWN, BODY, LEGS), person(HEAD_DOWN, BODY, LEGS)],
	up: [person(HEAD_UP, BODY, LEGS), person(HEAD_UP, BODY, LEGS)],
	walksDown: [person(HEAD_DOWN, BODY, LEGS_LEFT), person(HEAD_DOWN, BODY, LEGS_RIGHT)],
	walksUp: [person(HEAD_UP, BODY, LEGS_LEFT), person(HEAD_UP, BODY, LEGS_RIGHT)],
	walksAside: [person(HEAD_SIDE, BODY, LEGS_LEFT), person(HEAD_SIDE, BODY, LEGS_RIGHT)],
	works: [person(HEAD_UP, BODY_AT_WORK, SEATED), person(HEAD_UP, BODY_AT_WORK_2, SEATED)],
	rests: [person(HEAD_DOWN, BODY, SEATED), person(HEAD_DOWN, BODY, SEATED)],
	sleeps: [person(HEAD_ASLEEP, BODY, SEATED), person(HEAD_ASLEEP, BODY, SEATED)],
} as const satisfies Record<string, readonly [Sprite, Sprite]>

/** Bubbles over a head. */
export const BUBBLE = {
	asks: ['.AAAAA.', 'AAAWAAA', 'AAAWAAA', 'AAAWAAA', 'AAAAAAA', 'AAAWAAA', '.AAAAA.', '...A...'],
	waits: ['.PPPPP.', 'PPWWWPP', 'PPPPWPP', 'PPPWPPP', 'PPPPPPP', 'PPPWPPP', '.PPPPP.', '...P...'],
	sleeps: ['ZZZ.', '..Z.', '.Z..', 'ZZZ.'],
} as const satisfies Record<string, Sprite>

export const PLANT: Sprite = [
	'...GG.GG..',
	'.GGGGGGGG.',
	'GGgGGGGgGG',
	'.GGGgGGGG.',
	'GGGGGGgGGG',
	'..GgGGGG..',
	'...GGGG...',
	'..CCCCCC..',
	'..CCCCCC..',
	'...cccc...',
]

const HAIR = [
	'#3b2a20',
	'#6b4423',
	'#a8692b',
	'#1f2430',
	'#7a3b2e',
	'#c9a15a',
	'#57534e',
	'#2f3e46',
]
const SKIN = ['#f1c9a5', '#e0ac7e', '#b97f54', '#8a5a3c', '#f6d7bd', '#6f4630']
const SHIRT = [
	['#2f6fb0', '#265a8f'],
	['#c2562f', '#9d4425'],
	['#3f8f5f', '#33744d'],
	['#8a5fb0', '#704c90'],
	['#b0903a', '#8f752f'],
	['#3a8f99', '#2f747c'],
	['#b05070', '#8f405a'],
	['#5c6b7d', '#4a5665'],
] as const

/** The same agent looks the same in each browser. */
export function looksOf(id: string): Palette {
	let hash = 2_166_136_261
	for (const sign of id) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619)
	const pick = <T>(of: readonly T[], shift: number): T => of[(hash >>> shift) % of.length] as T
	const [shirt, sleeve] = pick(SHIRT, 3)
	return {
		H: pick(HAIR, 8),
		S: pick(SKIN, 13),
		T: shirt,
		D: sleeve,
		E: '#1c1917',
		M: '#9a5b45',
		L: '#39414f',
		B: '#1f242c',
	}
}

export const THINGS: Palette = {
	A: '#c2410c',
	P: '#475569',
	W: '#ffffff',
	G: '#3f8f5f',
	g: '#2f6f4a',
	C: '#b0673a',
	c: '#8a4f2c',
}
