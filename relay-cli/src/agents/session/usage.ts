/** Tokens and cost of a session: each message of a model once, however many records it has. Pure. */
import type { AgentTokens } from '@fairlead/protocol/agents/agents'
import { ANTHROPIC } from '@fairlead/protocol/services/anthropic'
import type { ModelFacts } from '@fairlead/protocol/services/model-row'
import type { RecordUsage } from '../transcripts/record.ts'

export interface Usage {
	readonly tokens: AgentTokens
	/** US dollars; null: no model with a known price was used. */
	readonly cost: number | null
	/** The newest messages, whose later records replace what the earlier ones said. */
	readonly messages: readonly Counted[]
	/** Tokens of the newest request. */
	readonly context: { readonly used: number; readonly window: number | null } | null
}

interface Counted {
	readonly id: string
	readonly usage: RecordUsage
	readonly model: string | null
}

export const NO_USAGE: Usage = {
	tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	cost: null,
	messages: [],
	context: null,
}

/** Records of one message are near each other: between them are at most the results of its tools. */
const MAX_MESSAGES = 32
const MILLION = 1_000_000
/** A dated form of a model is the same model. */
const SNAPSHOT = /-20\d{6}$/

export function counted(usage: Usage, one: Counted, isMain: boolean): Usage {
	const before = usage.messages.find(({ id }) => id === one.id)
	const others = usage.messages.filter(({ id }) => id !== one.id)
	const { input, output, cacheRead, cacheWrite } = one.usage
	const used = whole(input + cacheRead + cacheWrite + output)
	const windowTokens = factsOf(one.model)?.windowTokens ?? null
	const total = (of: keyof AgentTokens): number =>
		whole(usage.tokens[of] + one.usage[of] - (before?.usage[of] ?? 0))
	return {
		tokens: {
			input: total('input'),
			output: total('output'),
			cacheRead: total('cacheRead'),
			cacheWrite: total('cacheWrite'),
		},
		cost: sum(usage.cost, difference(costOf(one), before ? costOf(before) : null)),
		messages: [...others.slice(-(MAX_MESSAGES - 1)), one],
		// A window that is smaller than what is in it is not that of this model.
		context: isMain
			? { used, window: windowTokens !== null && windowTokens >= used ? windowTokens : null }
			: usage.context,
	}
}

/** A file may claim any number: the sum stays one that a card can have. */
const whole = (tokens: number): number => Math.max(0, Math.min(tokens, Number.MAX_SAFE_INTEGER))

const factsOf = (model: string | null): ModelFacts | undefined =>
	model === null
		? undefined
		: ANTHROPIC.models.find(({ id }) => id === model || id === model.replace(SNAPSHOT, ''))

function costOf({ usage, model }: Counted): number | null {
	const price = factsOf(model)?.price
	if (!price) return null
	const prompt = usage.input + usage.cacheRead + usage.cacheWrite
	const rate = price.long && prompt > price.long.aboveTokens ? price.long : price
	const hour = Math.min(usage.cacheWriteHour, usage.cacheWrite)
	return (
		(usage.input * rate.input +
			usage.output * rate.output +
			usage.cacheRead * rate.cacheRead +
			(usage.cacheWrite - hour) * rate.cacheWrite +
			// Twice the price of input, by Anthropic's list.
			hour * 2 * rate.input) /
		MILLION
	)
}

const difference = (now: number | null, before: number | null): number | null =>
	now === null && before === null ? null : (now ?? 0) - (before ?? 0)

const sum = (a: number | null, b: number | null): number | null =>
	a === null && b === null ? null : Math.max(0, (a ?? 0) + (b ?? 0))
