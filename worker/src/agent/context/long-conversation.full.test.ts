import { expect, it } from 'vitest'
import { longConversation } from '../../../test/long-conversation.ts'

/** 518 model calls on a busy machine. */
const TIMEOUT_MS = 180_000

/** Reading the cache costs a tenth, writing it a quarter more, at Anthropic. */
const cost = ({ total, cached }: { total: number; cached: number }): number =>
	cached * 0.1 + (total - cached) * 1.25

it(
	'200 turns cost a fraction of sending everything, come from the cache, and lose no fact',
	async () => {
		const figures = await longConversation()
		expect(figures.lost).toEqual([])
		expect(figures.shown + figures.recalled).toBe(figures.facts)
		expect(figures.summaries).toBeGreaterThan(0)
		expect(figures.largestRequest).toBeLessThan(66_000)
		expect(figures.view.total).toBeLessThan(figures.everything.total / 3)
		expect(figures.view.cached / figures.view.total).toBeGreaterThan(0.85)
		expect(cost(figures.view)).toBeLessThan(cost(figures.everything) / 2)
		// Fewer tokens are not less: nothing of a window that slides comes from the cache.
		expect(figures.lastFifteen.cached / figures.lastFifteen.total).toBeLessThan(0.2)
		expect(figures.inLastFifteen).toBeLessThan(figures.facts / 4)
	},
	TIMEOUT_MS,
)
