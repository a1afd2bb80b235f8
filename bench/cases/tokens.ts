/** Tokens of a first model call: system prompt and tool list, by OpenAI's o200k tokenizer as a yardstick. */
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { toolList } from '../../worker/src/agent/calls/proposed-calls.ts'
import { systemPrompt } from '../../worker/src/agent/model/prompt.ts'
import type { Section } from '../report.ts'

const AIM_TOKENS = 3_500
/** Measured with the same tokenizer; see the reference figures of the design. */
const MOVESIA_TOKENS = 10_835

export function tokens(): Section {
	const count = (value: unknown): number => encode(JSON.stringify(value)).length
	const nothingMore = { activated: [], custom: [], servers: [], ownSearch: false }
	const tools = toolList({ ...nothingMore, projectKind: 'unity' }).map((tool) => ({
		name: tool.name,
		description: tool.description,
		input_schema: tool.inputSchema,
	}))
	const system = encode(systemPrompt('unity')).length
	const list = tools.reduce((sum, tool) => sum + count(tool), 0)
	return {
		title: 'Tokens of a first call (o200k)',
		rows: [
			{ what: 'system prompt', value: system, unit: 'tokens' },
			{ what: `tool list (${tools.length} tools)`, value: list, unit: 'tokens' },
			{
				what: 'together',
				value: system + list,
				unit: 'tokens',
				aim: `≤ ${AIM_TOKENS}`,
				met: system + list <= AIM_TOKENS,
				note: `Movesia: ${MOVESIA_TOKENS}`,
			},
		],
	}
}
