/** A command: what was started, where, and what it wrote. */

import { commandText, shellText } from '@fairlead/protocol/commands/command-text'
import { visible } from '@fairlead/protocol/view/visible'
import { type Bag, bag, list, number, text } from '@fairlead/protocol/wire/safe-read'
import { Code } from '../markdown/code.tsx'
import type { Renderer } from './renderer.ts'

/** Whole, with signs that cannot be seen written out: a person approves exactly this. */
export function commandOf(input: Bag): string | undefined {
	const folder = text(input['folder'])
	const line = text(input['line'])
	const command = list(input['command']).map(String)
	if (line === undefined && command.length === 0) return undefined
	const said = line === undefined ? commandText(command, folder) : shellText(line, folder)
	return visible(said) + (input['background'] === true ? '\n(in the background)' : '')
}

export const command: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const output = text(result['output'])
		const started = commandOf(call.input)
		return (
			<>
				{started !== undefined && <Code source={started} language="" className="pb-1" />}
				{output && (
					<Code
						source={output}
						language=""
						className="focus-inset max-h-96 overflow-auto rounded-md border border-edge bg-surface p-3 !text-cap leading-[18px]"
					/>
				)}
				<p className="tabular pt-1 text-cap text-faint">{endOf(result)}</p>
			</>
		)
	},
}

function endOf(result: Bag): string {
	switch (result['state']) {
		case 'running':
			return `Running as ${text(result['handle'])}`
		case 'exited':
			return `Ended with exit code ${number(result['exitCode']) ?? 'unknown'}`
		case 'timed_out':
			return 'Ended because its time was up'
		case 'too_much_output':
			return 'Ended because it wrote too much'
		default:
			return 'Ended before it was done'
	}
}
