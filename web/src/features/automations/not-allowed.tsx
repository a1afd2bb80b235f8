/** In the place of automations, for a person who may not manage them. */
import { Workflow } from 'lucide-react'
import { projectPath } from '../../data/address.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { Link } from '../../ui/link.tsx'

export function NotAllowed(props: { projectId: string }) {
	return (
		<div className="mt-4 rounded-lg border border-edge">
			<Empty
				icon={<Workflow />}
				title="Editors and owners manage automations"
				action={
					<Link to={projectPath(props.projectId)} className={buttonClass()}>
						Go to the project
					</Link>
				}
			>
				Their runs are among the conversations of the project. An owner can change your role.
			</Empty>
		</div>
	)
}
