/** The people of a project. Their lists load beside the rest of the page, not before it. */
import { lazy, Suspense } from 'react'
import { projectPath } from '../../../data/address.ts'
import { useMayManage } from '../../../data/person/use-role.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'

const Members = lazy(() => import('./members.tsx'))
const Invitations = lazy(() => import('./invitations.tsx'))

export function People(props: { projectId: string }) {
	const mayManage = useMayManage()
	return (
		<Section id="people" title="People" hint="The members of this project and their roles.">
			<Suspense fallback={<Skeleton rows={2} className="p-4" />}>
				<Members projectId={props.projectId} />
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
			</Suspense>
		</Section>
	)
}
