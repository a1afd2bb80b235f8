import { expect, test } from 'vitest'
import { lookOf } from './phase.tsx'

test.each([
	[{ phase: 'ready' }, 'Ready'],
	[{ phase: 'playing' }, 'Playing'],
	[{ phase: 'playing', phaseDetail: 'paused' }, 'Paused'],
	[{ phase: 'modal', phaseDetail: 'paused' }, 'Dialog open'],
	[{ phase: 'compiling', phaseDetail: 'Assembly-CSharp' }, 'Compiling'],
] as const)('%j is shown as %s', (seat, word) => {
	expect(lookOf(seat).word).toBe(word)
})
