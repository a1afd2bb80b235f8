import type { CallView } from '@fairlead/protocol/view/call-view'
import { useMemo } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cutText, restWords } from '../../../ui/text/cut.ts'

const rawOf = (call: CallView): object => ({
	tool: call.tool,
	arguments: call.input,
	...(call.state === 'done' ? { result: call.result } : {}),
	...(call.call?.error ? { error: call.call.error } : {}),
	...(call.errorText !== undefined && !call.call?.error ? { error: call.errorText } : {}),
})

/** A call's arguments and its result as they were sent. */
export default function RawCall(props: { call: CallView }) {
	const { call } = props
	const source = useMemo(() => JSON.stringify(rawOf(call), null, 2), [call])
	const { shown, rest } = cutText(source)
	return (
		<div className="relative mt-1">
			<pre
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="focus-inset max-h-80 overflow-auto rounded-md border border-edge bg-surface p-3 font-mono text-cap"
			>
				{shown}
			</pre>
			{rest > 0 && <p className="pt-1 text-cap text-muted">{restWords(rest)}</p>}
			<CopyButton
				label="Copy raw call"
				text={() => source}
				className="absolute right-1 top-1 bg-surface"
			/>
		</div>
	)
}
