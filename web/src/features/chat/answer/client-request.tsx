/** The request of an MCP client, in a sentence. The call itself stands in the answer, with how it ended. */
import type { Author } from '@fairlead/protocol/people/author'
import { name, say } from '@fairlead/protocol/view/labels/label'
import type { ClientCall } from '@fairlead/protocol/wire/client-call'
import { bag } from '@fairlead/protocol/wire/safe-read'
import { LabelView } from '../../../parts/calls/label-view.tsx'
import { requestOf } from '../../../parts/calls/labels.ts'

export default function ClientRequest(props: {
	call: ClientCall
	/** Undefined: the author of the call before it. */
	by: Author | undefined
}) {
	const { call, by } = props
	const who = by ? name(by.name) : 'The client'
	return <LabelView label={say(who, requestOf(call.name, bag(call.input)))} />
}
