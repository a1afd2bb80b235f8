/** The dialogs of a project's pages, and the actions that open them. Each is loaded when it is first used. */
import { Download, Gauge, Plug, Plus, Share2, Stethoscope } from 'lucide-react'
import { use, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Action } from '../actions/registry.ts'
import { useActions } from '../actions/use-actions.ts'
import { keptSearch, projectPath } from '../data/address.ts'
import { useMayEdit } from '../data/person/use-role.ts'
import { SharedVisit } from '../data/shared-visit.ts'
import { useWelcome } from '../run/packs.ts'
import { lazyPart, THIS_DIALOG } from '../ui/loading/lazy-part.tsx'
import { overlayActions } from './overlay-actions.ts'

const Palette = lazyPart(() => import('../features/palette/palette.tsx'), THIS_DIALOG)
const ConnectDialog = lazyPart(
	() => import('../features/unity/connect-dialog.tsx').then((m) => ({ default: m.ConnectDialog })),
	THIS_DIALOG,
)
const DoctorDialog = lazyPart(
	() => import('../features/unity/doctor-dialog.tsx').then((m) => ({ default: m.DoctorDialog })),
	THIS_DIALOG,
)
const ContextDialog = lazyPart(() => import('../features/context/context-dialog.tsx'), THIS_DIALOG)
const ShareDialog = lazyPart(() => import('../features/share/share-dialog.tsx'), THIS_DIALOG)
const TakeOutDialog = lazyPart(() => import('../features/share/take-out-dialog.tsx'), THIS_DIALOG)
const ShortcutsDialog = lazyPart(
	() => import('../features/palette/shortcuts-dialog.tsx'),
	THIS_DIALOG,
)

type Open = 'palette' | 'connect' | 'check' | 'share' | 'takeOut' | 'context' | 'shortcuts'

const conversationIn = (pathname: string): string | null =>
	/\/c\/([^/]+)/.exec(pathname)?.[1] ?? null

export function ProjectDialogs(props: { projectId: string }) {
	const { projectId } = props
	const navigate = useNavigate()
	const [open, setOpen] = useState<Open | null>(null)
	const mayEdit = useMayEdit()
	const { inFolder } = useWelcome()
	const visiting = use(SharedVisit) !== null
	const { pathname } = useLocation()
	const shown = conversationIn(pathname)
	const list = useMemo<readonly Action[]>(
		() => [
			{
				id: 'conversation.new',
				title: 'New conversation',
				icon: Plus,
				run: () => {
					navigate(projectPath(projectId) + keptSearch(location.search))
					requestAnimationFrame(() => document.getElementById('composer')?.focus())
				},
			},
			...overlayActions({
				palette: () => setOpen((now) => (now === 'palette' ? null : 'palette')),
				shortcuts: () => setOpen('shortcuts'),
			}),
			...(inFolder
				? [
						{
							id: 'editor.connect',
							title: 'Connect Unity',
							icon: Plug,
							run: () => setOpen('connect'),
						},
					]
				: []),
			...(mayEdit
				? [
						{
							id: 'editor.check',
							title: 'Check the connection',
							icon: Stethoscope,
							run: () => setOpen('check'),
						},
						{
							id: 'share.open',
							title: 'Share by link',
							icon: Share2,
							run: () => setOpen('share'),
						},
					]
				: []),
			...(shown === null
				? []
				: [
						{
							id: 'conversation.takeOut',
							title: 'Download or copy this conversation',
							icon: Download,
							run: () => setOpen('takeOut'),
						},
						...(visiting
							? []
							: [
									{
										id: 'conversation.context',
										title: 'What the model reads',
										icon: Gauge,
										run: () => setOpen('context'),
									},
								]),
					]),
		],
		[navigate, projectId, mayEdit, visiting, shown, inFolder],
	)
	useActions(list)
	const close = () => setOpen(null)
	return (
		<>
			{open === 'palette' && <Palette projectId={projectId} onClose={close} />}
			{open === 'connect' && <ConnectDialog projectId={projectId} onClose={close} />}
			{open === 'check' && <DoctorDialog onClose={close} />}
			{open === 'share' && (
				<ShareDialog projectId={projectId} conversationId={shown} onClose={close} />
			)}
			{open === 'takeOut' && shown !== null && (
				<TakeOutDialog conversationId={shown} onClose={close} />
			)}
			{open === 'context' && shown !== null && (
				<ContextDialog conversationId={shown} onClose={close} />
			)}
			{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
		</>
	)
}
