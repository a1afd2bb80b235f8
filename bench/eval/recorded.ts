/** Plays recordings as a model would: one answer per step, tools that are not in the list looked for first. */
import type { AnswerTurn } from '../../test/fakes/anthropic-sse.ts'
import type { Played, ToolUse } from '../../test/model-tasks/kit/model-task.ts'
import type { ModelRequest } from './messages-server.ts'

/** Rough, as no tokenizer is at hand: JSON and English have about four characters per token. */
const CHARACTERS_PER_TOKEN = 4

export class Recorded {
	#rest: (readonly ToolUse[])[] = []
	#says = ''
	#calls = 0
	#looked = new Set<string>()

	/** Answers to the next requests. */
	load({ steps, says }: Played): void {
		this.#rest = [...steps]
		this.#says = says
		this.#looked = new Set()
	}

	answer({ tools = [], ...rest }: ModelRequest): AnswerTurn {
		const offered = new Set(tools.map(({ name }) => name))
		const [next] = this.#rest
		const input = tokensOf({ tools, ...rest })
		if (next === undefined) return turn([{ type: 'text', text: this.#says }], input)
		const missing = next.map(([name]) => name).find((name) => !offered.has(name))
		if (missing !== undefined) {
			if (this.#looked.has(missing)) throw new Error(`find_tools does not bring ${missing}.`)
			this.#looked.add(missing)
			return turn([this.#call(['find_tools', { query: missing.replaceAll('_', ' ') }])], input)
		}
		this.#rest.shift()
		return turn(
			next.map((use) => this.#call(use)),
			input,
		)
	}

	#call([name, input]: ToolUse) {
		return { type: 'tool_use' as const, id: `toolu_${++this.#calls}`, name, input }
	}
}

const tokensOf = (value: unknown): number =>
	Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN)

const turn = (blocks: AnswerTurn['blocks'], input_tokens: number): AnswerTurn => ({
	kind: 'answer',
	blocks,
	usage: { input_tokens, output_tokens: tokensOf(blocks) },
})
