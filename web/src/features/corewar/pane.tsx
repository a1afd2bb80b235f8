/** The tab of a Core War project. Its code loads when the tab opens. */
import { Skeleton } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const ProjectWorkbench = lazyPart(() => import('./project-workbench.tsx'), {
	what: 'The workbench',
	className: 'm-3',
})

export const WorkbenchPanel = () => (
	<ProjectWorkbench until={<Skeleton rows={6} className="p-4" />} />
)
