/** The tab of a Core War project. Its code loads when the tab opens. */
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/feedback.tsx'

const ProjectWorkbench = lazy(() => import('./project-workbench.tsx'))

export const WorkbenchPanel = () => (
	<Suspense fallback={<Skeleton rows={6} className="p-4" />}>
		<ProjectWorkbench />
	</Suspense>
)
