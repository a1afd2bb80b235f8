/** The object of an entry of the audit log: by its name, with a way to it, or by its id. */
import type { AuditEntry } from '@fairlead/protocol/people/audit'
import { visible } from '@fairlead/protocol/view/visible'
import { conversationPath } from '../../data/address.ts'
import { Link } from '../../ui/link.tsx'

/** By the first letters of an id (`worker/src/ids.ts`). */
const NOUNS: Readonly<Record<string, string>> = {
	usr: 'person',
	ses: 'session',
	psk: 'passkey',
	atk: 'API token',
	rtk: 'relay token',
	prj: 'project',
	cnv: 'conversation',
	inv: 'invitation',
	shr: 'share link',
	grt: 'grant',
	aut: 'automation',
	rpt: 'report',
	mcs: 'MCP server',
}

/** @param props.name the object's; undefined: not known here */
export function Subject(props: {
	id: string
	entry: Pick<AuditEntry, 'event' | 'projectId'>
	name: string | undefined
}) {
	const { id, name } = props
	const { event, projectId } = props.entry
	if (name !== undefined) return visible(name)
	const noun = NOUNS[id.slice(0, id.indexOf('_'))]
	if (noun === 'conversation' && projectId !== null && event !== 'deleteConversation')
		return (
			<Link
				to={conversationPath(projectId, id)}
				className="rounded-sm underline underline-offset-2 hover:text-text"
			>
				the conversation
			</Link>
		)
	return (
		<>
			{noun && `${noun} `}
			<span className="font-mono text-cap">{visible(id)}</span>
		</>
	)
}
