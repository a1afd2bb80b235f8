/** Find and the sheet of shortcuts on the pages outside of a project's workspace: the same keys work there. */
import { MessageSquare } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useActions } from '../actions/use-actions.ts'
import { projectPath } from '../data/address.ts'
import { useMayEdit } from '../data/person/use-role.ts'
import { lazyPart, THIS_DIALOG } from '../ui/loading/lazy-part.tsx'
import { ownPageActions, projectPageActions } from './general-actions.ts'
import { overlayActions } from './overlay-actions.ts'

const Palette = lazyPart(() => import('../features/palette/palette.tsx'), THIS_DIALOG)
const ShortcutsDialog = lazyPart(
	() => import('../features/palette/shortcuts-dialog.tsx'),
	THIS_DIALOG,
)

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
		<>
			{open === 'palette' && <Palette projectId={projectId ?? null} onClose={close} />}
			{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
		</>
	)
}
