import { describe, expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** A clock that the test moves; each frame comes `frameMs` after the one before. */
function setUp(frameMs: number) {
	let timer: { act: () => void; ms: number } | null = null
	let now = 0
	const pace = new Pace({
		setTimeout: (act, ms) => {
			timer = { act, ms }
			return 1
		},
		clearTimeout: () => {
			timer = null
		},
		frame: (act) => {
			now += frameMs
			act(now)
		},
	})
	const pass = () => {
		const due = timer
		timer = null
		due?.act()
	}
	return { pace, pass, pause: () => timer?.ms }
}

describe('drawing text that grows', () => {
	test('the first words are drawn at once, the next ones together after a pause', () => {
		const { pace, pass } = setUp(16)
		const drawn: string[] = []
		for (const word of ['one', 'two', 'three']) pace.ask(() => drawn.push(word))
		expect(drawn).toEqual(['one'])
		pass()
		expect(drawn).toEqual(['one', 'three'])
	})

	test('a computer that loses frames draws more rarely, within a limit, and recovers', () => {
		const slow = setUp(30)
		slow.pace.ask(() => undefined)
		expect(slow.pace.ms).toBe(840)
		const slower = setUp(200)
		slower.pace.ask(() => undefined)
		expect(slower.pace.ms).toBe(1_000)
		const fast = setUp(16)
		fast.pace.ask(() => undefined)
		expect(fast.pause()).toBe(50)
	})

	test('a draw that was asked for is forgotten when the stream is left', () => {
		const { pace, pass } = setUp(16)
		const drawn: string[] = []
		pace.ask(() => drawn.push('one'))
		pace.ask(() => drawn.push('two'))
		pace.cancel()
		pass()
		expect(drawn).toEqual(['one'])
	})
})
