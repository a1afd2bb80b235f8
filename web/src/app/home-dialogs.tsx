/** Find and the sheet of shortcuts on the pages outside of a project's workspace: the same keys work there. */
import { MessageSquare } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useActions } from '../actions/use-actions.ts'
import { projectPath } from '../data/address.ts'
import { useMayEdit } from '../data/person/use-role.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'
import { ownPageActions, projectPageActions } from './general-actions.ts'
import { overlayActions } from './overlay-actions.ts'

const Palette = lazy(() => import('../features/palette/palette.tsx'))
const ShortcutsDialog = lazy(() => import('../features/palette/shortcuts-dialog.tsx'))

type Open = 'palette' | 'shortcuts'

export default function HomeDialogs() {
	const { projectId } = useParams()
	const navigate = useNavigate()
	const mayEdit = useMayEdit()
	const [open, setOpen] = useState<Open | null>(null)
	const list = useMemo(
		() => [
			...overlayActions({
				palette: () => setOpen((now) => (now === 'palette' ? null : 'palette')),
				shortcuts: () => setOpen('shortcuts'),
			}),
			...(projectId === undefined
				? []
				: [
						{
							id: 'project.open',
							title: 'Conversations of this project',
							icon: MessageSquare,
							run: () => navigate(projectPath(projectId)),
						},
						...projectPageActions(navigate, projectId, mayEdit),
					]),
			...ownPageActions(navigate),
		],
		[navigate, projectId, mayEdit],
	)
	useActions(list)
	const close = () => setOpen(null)
	return (
		<PartBoundary what="This dialog" className="m-3" resetKey={open}>
			<Suspense fallback={null}>
				{open === 'palette' && <Palette projectId={projectId ?? null} onClose={close} />}
				{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
			</Suspense>
		</PartBoundary>
	)
}
