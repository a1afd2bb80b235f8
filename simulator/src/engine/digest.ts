/** Start values of the four lanes: the first digits of √2, √3, √5 and √7. */
const SEEDS = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a] as const
const MULTIPLIERS = [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f, 0x165667b1] as const

/**
 * 32 hex digits that identify a text, barring collisions. To notice
 * changes and to make ids; not for secrets, because collisions can be constructed.
 */
export function digest(text: string): string {
	const lanes: number[] = [...SEEDS]
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i)
		for (let lane = 0; lane < 4; lane++) {
			const mixed = Math.imul((lanes[lane] ?? 0) ^ code, MULTIPLIERS[lane] ?? 0)
			lanes[lane] = mixed ^ (mixed >>> 15)
		}
	}
	return lanes
		.map((lane, i) => Math.imul(lane ^ (lane >>> 16) ^ text.length, MULTIPLIERS[3 - i] ?? 0))
		.map((lane) => ((lane ^ (lane >>> 13)) >>> 0).toString(16).padStart(8, '0'))
		.join('')
}
