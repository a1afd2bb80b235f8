/** Tokens of a scripted conversation of 200 turns: what Fairlead sends, beside sending everything and the last 15 messages. */
import { longConversation, type Sent } from '../../worker/test/long-conversation.ts'
import type { Section } from '../report.ts'

/** Anthropic's factors on the price of input for reading and for writing the cache. */
const CACHE_READ = 0.1
const CACHE_WRITE = 1.25

export async function context(): Promise<Section[]> {
	const { requests, summaries, facts, shown, recalled, inLastFifteen, ...sent } =
		await longConversation()
	const rowsOf = (what: string, { total, cached }: Sent) => [
		{ what: `${what}: input in all`, value: total, unit: 'tokens' },
		{ what: `${what}: from the cache`, value: (cached / total) * 100, unit: '%' },
		{
			what: `${what}: paid like so much input`,
			value: Math.round(cached * CACHE_READ + (total - cached) * CACHE_WRITE),
			unit: 'tokens',
		},
	]
	return [
		{
			title: `A conversation of 200 turns and ${requests} model calls`,
			rows: [
				...rowsOf('the view', sent.view),
				...rowsOf('everything', sent.everything),
				...rowsOf('the last 15 messages', sent.lastFifteen),
				{ what: 'largest request', value: sent.largestRequest, unit: 'tokens' },
				{ what: 'summaries', value: summaries, unit: 'requests' },
				{
					what: 'facts that are found at the end',
					value: shown + recalled,
					unit: 'facts',
					aim: `all ${facts}`,
					met: shown + recalled === facts,
					note: `${shown} in the request, ${recalled} by recall; in the last 15 messages ${inLastFifteen}`,
				},
			],
		},
	]
}
