/** The words for an entry whose details tell more than its operation's summary. */
import type { AuditEntry } from '@fairlead/protocol/people/audit'
import { bag, text } from '@fairlead/protocol/wire/safe-read'

const SCOPES: Readonly<Record<string, string>> = {
	once: 'once',
	run: 'for the rest of its run',
	project: 'always in this project',
}

/** Returns null if the details do not tell, as in older entries. */
export function wordsOf({ event, detail }: Pick<AuditEntry, 'event' | 'detail'>): string | null {
	const { approved, scope, preview, changed } = bag(detail)
	const fields = text(changed)
	switch (event) {
		case 'answerApproval':
			if (typeof approved !== 'boolean') return null
			return `${approved ? 'Approved' : 'Denied'} a call, ${SCOPES[String(scope)] ?? scope}`
		case 'revert':
			if (typeof preview !== 'boolean') return null
			return preview ? 'Previewed a revert' : 'Reverted a step or a run'
		case 'updateConversation':
			return fields === undefined ? null : `Changed a conversation: ${fields}`
		default:
			return null
	}
}
