import type { ApprovalPart } from '@fairlead/protocol/conversations/stream-parts'
import { useOtherPerson } from '../../data/person/use-other-person.ts'

/** How the approval of a call was answered. */
export function ApprovalTrace(props: { answer: NonNullable<ApprovalPart['answer']> }) {
	const { approved, by, author, scope, reason } = props.answer
	const other = useOtherPerson(author) ?? (author ? 'you' : 'a person')
	if (by === 'ended') return null
	const said = approved ? 'Approved' : 'Denied'
	const how =
		by === 'person'
			? scope === 'once'
				? `by ${other}`
				: scope === 'run'
					? `by ${other}, for the rest of the run`
					: `by ${other}, for this project`
			: scope === 'project'
				? 'because it is always allowed in this project'
				: 'by an earlier answer in this run'
	return (
		<p className="mt-1.5 text-cap text-faint">
			{said} {how}
			{reason === undefined ? '' : `: “${reason}”`}
		</p>
	)
}
