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
const QUEUE_PITCH = 20
/** Places side by side, at the shelf, the machines, the front and the sofa. */
const SIDE_BY_SIDE = 5
/** From one line of people to the next, where more come than stand side by side. */
const LINE_PITCH = 12

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
}

export interface Plan {
	readonly height: number
	/** The left upper corners, one for each seat. */
	readonly desks: readonly Point[]
	/** The front, where the people come who need somebody, and the sofa. */
	readonly front: number
}

/** @param seats how many desks are taken, counted to the last one */
export function planOf(seats: number): Plan {
	const rows = Math.max(2, Math.ceil(seats / DESKS_IN_ROW))
	const desks = Array.from({ length: rows * DESKS_IN_ROW }, (_, seat) => deskAt(seat))
	const front = FIRST_ROW + rows * ROW_PITCH
	return { height: front + 64, desks, front }
}

const deskAt = (seat: number): Point => ({
	x: 36 + (seat % DESKS_IN_ROW) * DESK_PITCH,
	y: FIRST_ROW + Math.floor(seat / DESKS_IN_ROW) * ROW_PITCH,
})

/** @param turn how many others do the same here already */
export function placeFor(activity: Activity, seat: number, turn: number, { front }: Plan): Place {
	switch (activity) {
		case 'types': {
			const desk = deskAt(seat)
			return { x: desk.x + 20, y: desk.y + 29, aisle: desk.y + 34, facing: 'up' }
		}
		case 'reads':
			return { ...inLine(30, WALL + 14, turn), aisle: WALL + 22, facing: 'up' }
		case 'runs':
			return { ...inLine(226, WALL + 14, turn), aisle: WALL + 22, facing: 'up' }
		case 'asks':
		case 'waits':
			return { ...inLine(40, front + 36, turn), aisle: front + 8, facing: 'down' }
		case 'rests':
		case 'sleeps':
			return { ...inLine(206, front + 36, turn), aisle: front + 8, facing: 'down' }
		default:
			return activity satisfies never
	}
}

const inLine = (x: number, y: number, turn: number): Point => ({
	x: x + (turn % SIDE_BY_SIDE) * QUEUE_PITCH,
	y: y + Math.floor(turn / SIDE_BY_SIDE) * LINE_PITCH,
})

/** The spot that activities share, so that nobody stands in another's place. */
export const spotOf = (activity: Activity): 'desk' | 'shelf' | 'machines' | 'front' | 'sofa' => {
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
