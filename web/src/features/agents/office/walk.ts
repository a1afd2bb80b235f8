/** A person's way from one place to another, by time. Pure. */
import { type Facing, type Place, type Point, wayBetween } from './plan.ts'

/** Pixels of the picture in a second. */
const SPEED = 70

export interface Walk {
	readonly to: Place
	readonly way: readonly Point[]
	/** Milliseconds, of the clock that draws. */
	readonly since: number
}

export interface Stand extends Point {
	readonly facing: Facing | 'left' | 'right'
	readonly walks: boolean
}

export const standing = (to: Place, now: number): Walk => ({ to, way: [to], since: now })

/** From where the person is now, which may be on the way to another place. */
export function turnedTo(walk: Walk, to: Place, now: number): Walk {
	const { x, y, walks } = standOf(walk, now)
	// On the way, the aisle is where one walks.
	const from = walks ? { ...walk.to, x, y, aisle: y } : walk.to
	return { to, way: wayBetween(from, to), since: now }
}

export function standOf({ to, way, since }: Walk, now: number): Stand {
	let left = (SPEED * (now - since)) / 1_000
	for (const [at, from] of way.entries()) {
		const next = way[at + 1]
		if (!next) break
		const [dx, dy] = [next.x - from.x, next.y - from.y]
		const length = Math.abs(dx) + Math.abs(dy)
		if (left < length) {
			const part = left / length
			return {
				x: from.x + dx * part,
				y: from.y + dy * part,
				facing: dx === 0 ? (dy < 0 ? 'up' : 'down') : dx < 0 ? 'left' : 'right',
				walks: true,
			}
		}
		left -= length
	}
	return { x: to.x, y: to.y, facing: to.facing, walks: false }
}
