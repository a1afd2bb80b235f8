/** The plan of the office in pixels of the picture: desks, and the places where the people do what they do. Pure. */
import type { Activity } from './figures.ts'

export const WIDTH = 320
export const WALL = 40
const DESKS_IN_ROW = 4
const DESK_PITCH = 68
const ROW_PITCH = 50
const FIRST_ROW = 76
/** Left of all desks: the way between the rows. */
const CORRIDOR = 14
/** Places side by side, at the shelf, the machines, the front and the sofa. */
const SIDE_BY_SIDE = 3
/** The step from one line of people to the next: room for a person, a bubble above, a name below. */
const LINE_PITCH = 36
/** Smaller, the people are hard to see: the picture is scrolled instead. */
const LEAST_SCALE = 2
/** Spans of the floor, from left to right, in which people stand side by side. */
const SHELF: Span = { left: 22, right: 126 }
const MACHINES: Span = { left: 214, right: 310 }
export const FRONT: Span = { left: 24, right: 160 }
const SOFA: Span = { left: 192, right: 300 }

interface Span {
	readonly left: number
	readonly right: number
}

export interface Point {
	readonly x: number
	readonly y: number
}

export type Facing = 'up' | 'down'

/** A place is where the feet stand. */
export interface Place extends Point {
	/** The height at which one walks along to leave it. */
	readonly aisle: number
	readonly facing: Facing
	/** The width that is free for a name. */
	readonly room: number
}

/** The place in turn among those who do the same. */
export interface Turn {
	readonly at: number
	readonly of: number
}

export interface Plan {
	readonly height: number
	/** The left upper corners, one for each seat. */
	readonly desks: readonly Point[]
	/** The front, where the people come who need somebody, and the sofa. */
	readonly front: number
	/** The lines of people at the front, or at the sofa if there are more; at least one. */
	readonly lines: number
}

/**
 * @param seats how many desks are taken, counted to the last one
 * @param atFront how many people are at the front, or at the sofa if there are more
 */
export function planOf(seats: number, atFront: number): Plan {
	const lines = Math.max(1, Math.ceil(atFront / SIDE_BY_SIDE))
	const rows = Math.max(2, Math.ceil(seats / DESKS_IN_ROW))
	const desks = Array.from({ length: rows * DESKS_IN_ROW }, (_, seat) => deskAt(seat))
	const front = FIRST_ROW + rows * ROW_PITCH
	return { height: front + 64 + heightOf(lines), desks, front, lines }
}

/** The height that the lines behind the first one take. */
export const heightOf = (lines: number): number => (lines - 1) * LINE_PITCH

/** The pixels of the screen for one of the picture: all of it is in view if the people are not too small then. */
export function scaleOf(
	box: { readonly width: number; readonly height: number },
	height: number,
	sharpness: number,
): number {
	const fits = (pixels: number, of: number): number => Math.floor((pixels * sharpness) / of)
	const least = Math.floor(LEAST_SCALE * sharpness)
	const wanted = Math.max(least, fits(box.height, height))
	return Math.max(1, Math.min(fits(box.width, WIDTH), wanted)) / sharpness
}

const deskAt = (seat: number): Point => ({
	x: 36 + (seat % DESKS_IN_ROW) * DESK_PITCH,
	y: FIRST_ROW + Math.floor(seat / DESKS_IN_ROW) * ROW_PITCH,
})

export function placeFor(activity: Activity, seat: number, turn: Turn, { front }: Plan): Place {
	switch (activity) {
		case 'types':
			return atDesk(seat)
		case 'reads':
			return turn.at < SIDE_BY_SIDE ? atWall(SHELF, turn) : atDesk(seat)
		case 'runs':
			return turn.at < SIDE_BY_SIDE ? atWall(MACHINES, turn) : atDesk(seat)
		case 'asks':
		case 'waits':
			return { ...inLine(FRONT, front + 36, turn), aisle: front + 8, facing: 'down' }
		case 'rests':
		case 'sleeps':
			return { ...inLine(SOFA, front + 36, turn), aisle: front + 8, facing: 'down' }
		default:
			return activity satisfies never
	}
}

function atDesk(seat: number): Place {
	const desk = deskAt(seat)
	const [x, y] = [desk.x + 20, desk.y + 29]
	return { x, y, aisle: desk.y + 34, facing: 'up', room: DESK_PITCH }
}

/** A wall has one line only: the desks are behind that. */
const atWall = (span: Span, { at, of }: Turn): Place => ({
	...inLine(span, WALL + 14, { at, of: Math.min(of, SIDE_BY_SIDE) }),
	aisle: WALL + 22,
	facing: 'up',
})

/** People in a line share its width. */
function inLine({ left, right }: Span, y: number, { at, of }: Turn) {
	const line = Math.floor(at / SIDE_BY_SIDE)
	const room = (right - left) / Math.min(SIDE_BY_SIDE, of - line * SIDE_BY_SIDE)
	const x = left + ((at % SIDE_BY_SIDE) + 0.5) * room
	return { x, y: y + line * LINE_PITCH, room }
}

export type Spot = 'desk' | 'shelf' | 'machines' | 'front' | 'sofa'

/** The spot that activities share, so that nobody stands in another's place. */
export const spotOf = (activity: Activity): Spot => {
	switch (activity) {
		case 'types':
			return 'desk'
		case 'reads':
			return 'shelf'
		case 'runs':
			return 'machines'
		case 'asks':
		case 'waits':
			return 'front'
		case 'rests':
		case 'sleeps':
			return 'sofa'
		default:
			return activity satisfies never
	}
}

/** The way between two places, past the desks. */
export function wayBetween(from: Place, to: Place): readonly Point[] {
	const out = { x: from.x, y: from.aisle }
	const along = { x: to.x, y: to.aisle }
	if (from.aisle === to.aisle) return [from, out, along, to]
	return [from, out, { x: CORRIDOR, y: from.aisle }, { x: CORRIDOR, y: to.aisle }, along, to]
}
