/** The request of an MCP client, or of a person by hand, in a sentence. The call itself stands in the answer, with how it ended. */
import type { Author } from '@fairlead/protocol/people/author'
import { name, say } from '@fairlead/protocol/view/labels/label'
import type { ClientCall } from '@fairlead/protocol/wire/client-call'
import { bag } from '@fairlead/protocol/wire/safe-read'
import { MousePointerClick, PlugZap } from 'lucide-react'
import { LabelView } from '../../../parts/calls/label-view.tsx'
import { requestOf } from '../../../parts/calls/labels.ts'

export default function ClientRequest(props: {
	call: ClientCall
	/** Undefined for the author of the call before it. */
	by: Author | undefined
	/** It is a line of its own, with an icon. */
	asLine?: true
}) {
	const { call, by, asLine } = props
	const who = by ? name(by.name) : 'The client'
	const Icon = by?.kind === 'session' ? MousePointerClick : PlugZap
	const label = <LabelView label={say(who, requestOf(call.name, bag(call.input)))} />
	if (!asLine) return label
	return (
		<>
			<Icon aria-hidden className="mt-1 size-3.5 shrink-0 text-faint" />
			<p className="min-w-0 wrap-anywhere">{label}</p>
		</>
	)
}
