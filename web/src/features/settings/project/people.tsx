/** The people of a project. Their lists load beside the rest of the page, not before it. */
import { projectPath } from '../../../data/address.ts'
import { useMayManage } from '../../../data/person/use-role.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Link } from '../../../ui/link.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Section } from '../../../ui/section.tsx'

const Members = lazyPart(() => import('./members.tsx'), {
	what: 'The list of members',
	className: 'm-3',
})
const Invitations = lazyPart(() => import('./invitations.tsx'), {
	what: 'The list of invitations',
	className: 'm-3',
})

export function People(props: { projectId: string }) {
	const mayManage = useMayManage()
	return (
		<Section id="people" title="People" hint="The members of this project and their roles.">
			<Members until={<Skeleton rows={2} className="p-4" />} projectId={props.projectId} />
			{mayManage && (
				<>
					<Invitations projectId={props.projectId} />
					<p className="border-t border-edge px-4 py-3 text-line">
						<Link
							to={`${projectPath(props.projectId)}/audit`}
							className="rounded-sm underline underline-offset-2"
						>
							Audit log
						</Link>{' '}
						<span className="text-muted">shows who changed what, and from where.</span>
					</p>
				</>
			)}
		</Section>
	)
}
