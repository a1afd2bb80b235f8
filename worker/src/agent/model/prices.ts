/**
 * Prices of models, to stop a run that becomes too expensive and to show the cost of a run. List
 * prices in US dollars per million tokens: https://platform.claude.com/docs/en/about-claude/pricing
 * as of 24 October 2026. For a model that is not listed, only tokens are counted.
 */
import type { Usage } from '@fairlead/protocol/runs'

interface Price {
	readonly input: number
	readonly output: number
	readonly cacheRead: number
	/** For a cache lifetime of five minutes, which is what we ask for. */
	readonly cacheWrite: number
}

interface PricedModel extends Price {
	/** Prefix of the provider's model id; dated and suffixed ids begin with it. */
	readonly prefix: string
	/** The prompt size (all input, cached or not) above which the whole request costs more. */
	readonly long?: Price & { readonly aboveTokens: number }
}

const price = (input: number, output: number, cacheRead: number, cacheWrite: number): Price => ({
	input,
	output,
	cacheRead,
	cacheWrite,
})

/** The first matching prefix counts, so longer ones come before shorter ones. */
const ANTHROPIC: readonly PricedModel[] = [
	{ prefix: 'claude-fable-5-1', ...price(10, 50, 0.25, 12.5) },
	{ prefix: 'claude-fable-5', ...price(10, 50, 1, 12.5) },
	{ prefix: 'claude-opus-5-5', ...price(4, 20, 0.2, 5) },
	{ prefix: 'claude-opus-5', ...price(5, 25, 0.5, 6.25) },
	{ prefix: 'claude-opus-4-5', ...price(5, 25, 0.5, 6.25) },
	{ prefix: 'claude-opus-4-6', ...price(5, 25, 0.5, 6.25) },
	{ prefix: 'claude-opus-4-7', ...price(5, 25, 0.5, 6.25) },
	{ prefix: 'claude-opus-4-8', ...price(5, 25, 0.5, 6.25) },
	{ prefix: 'claude-sonnet-5-5', ...price(2, 10, 0.1, 2.5) },
	{ prefix: 'claude-sonnet-5', ...price(2, 10, 0.2, 2.5) },
	{ prefix: 'claude-sonnet-4', ...price(3, 15, 0.3, 3.75) },
	{
		prefix: 'claude-haiku-5-5',
		...price(0.1, 0.5, 0.01, 0.125),
		long: { aboveTokens: 100_000, ...price(0.5, 2.5, 0.05, 0.625) },
	},
	{ prefix: 'claude-haiku-4-5', ...price(1, 5, 0.1, 1.25) },
]

const MILLION = 1_000_000

/** One model call in US dollars; null if the price is not known. `model`: `provider/id`. */
export function costOf(model: string, usage: Usage): number | null {
	if (model.startsWith('demo/')) return 0
	if (!model.startsWith('anthropic/')) return null
	const id = model.slice('anthropic/'.length)
	const found = ANTHROPIC.find(({ prefix }) => id === prefix || id.startsWith(`${prefix}-`))
	if (!found) return null
	const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
	const rate = found.long && prompt > found.long.aboveTokens ? found.long : found
	return (
		(usage.inputTokens * rate.input +
			usage.outputTokens * rate.output +
			usage.cacheReadTokens * rate.cacheRead +
			usage.cacheWriteTokens * rate.cacheWrite) /
		MILLION
	)
}
