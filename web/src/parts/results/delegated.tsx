/** The answer of a sub-agent. */
import { bag, text } from '@fairlead/protocol/wire/safe-read'
import { Markdown } from '../markdown/markdown.tsx'
import type { Renderer } from './renderer.ts'

export const delegated: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const note = text(result['note'])
		const answer = text(result['answer']) ?? ''
		return (
			<div className="rounded-md border border-edge bg-raised px-3 py-2">
				{note !== undefined && <p className="text-line text-warn">{note}</p>}
				{answer !== '' && <Markdown text={answer} streaming={false} />}
			</div>
		)
	},
}
