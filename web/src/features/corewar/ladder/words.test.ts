import { expect, test } from 'vitest'
import { battleText, changeText } from './words.ts'

const duel = {
	...({ type: '1v1', id: 1, opponent: { id: 2, name: 'Bob' }, rating_change: 1 } as const),
	created_at: '2026-11-26T00:00:00Z',
}

test('a score has the player’s own rounds first, also of a battle that the other began', () => {
	expect(battleText({ ...duel, result: 'win', score: '60-30-10' })).toBe(
		'Won against Bob, 60–30–10',
	)
	expect(battleText({ ...duel, result: 'win', score: '30-60-10' })).toBe(
		'Won against Bob, 60–30–10',
	)
	expect(battleText({ ...duel, result: 'loss', score: '60-30-10' })).toBe(
		'Lost against Bob, 30–60–10',
	)
	expect(battleText({ ...duel, result: 'tie', score: '5-5-90' })).toBe('Tied against Bob, 5–5–90')
})

test('an opponent’s name cannot hide characters', () => {
	const hidden = { ...duel, opponent: { id: 2, name: 'Bob\u202e' } }
	expect(battleText({ ...hidden, result: 'tie', score: '0-0-100' })).toContain('Bob\\u{202E}')
	const gone = { ...duel, opponent: { name: null }, result: 'tie', score: '0-0-100' } as const
	expect(battleText(gone)).toBe('Tied against a former player, 0–0–100')
})

test('a change has its sign', () => {
	expect([15, -4, 0].map(changeText)).toEqual(['+15', '−4', '±0'])
})
