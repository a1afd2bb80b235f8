/** The dialogs of a project's pages, and the actions that open them. Each is loaded when it is first used. */
import {
	ChartColumn,
	Cpu,
	Download,
	FolderKanban,
	Gauge,
	Keyboard,
	Moon,
	Plug,
	Plus,
	Scale,
	Settings,
	Share2,
	ShieldCheck,
	SlidersHorizontal,
	Stethoscope,
	Sun,
	Workflow,
} from 'lucide-react'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Action } from '../actions/registry.ts'
import { useActions } from '../actions/use-actions.ts'
import {
	automationsPath,
	conversationSettingsPath,
	keptSearch,
	projectPath,
	settingsPath,
	usagePath,
} from '../data/address.ts'
import { SharedVisit } from '../data/shared-visit.ts'
import { chooseTheme } from '../data/theme.ts'
import { useMayEdit } from '../data/use-role.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'

const Palette = lazy(() => import('../features/palette/palette.tsx'))
const ConnectDialog = lazy(() =>
	import('../features/editor/connect-dialog.tsx').then((m) => ({ default: m.ConnectDialog })),
)
const DoctorDialog = lazy(() =>
	import('../features/editor/doctor-dialog.tsx').then((m) => ({ default: m.DoctorDialog })),
)
const ContextDialog = lazy(() => import('../features/context/context-dialog.tsx'))
const ShareDialog = lazy(() => import('../features/share/share-dialog.tsx'))
const TakeOutDialog = lazy(() => import('../features/share/take-out-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('../features/palette/shortcuts-dialog.tsx'))

type Open = 'palette' | 'connect' | 'check' | 'share' | 'takeOut' | 'context' | 'shortcuts'

const conversationIn = (pathname: string): string | null =>
	/\/c\/([^/]+)/.exec(pathname)?.[1] ?? null

export function ProjectDialogs(props: { projectId: string }) {
	const { projectId } = props
	const navigate = useNavigate()
	const [open, setOpen] = useState<Open | null>(null)
	const mayEdit = useMayEdit()
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
			{
				id: 'palette.open',
				title: 'Find a conversation, object or command',
				group: 'Everywhere',
				keys: 'mod+k',
				inPalette: false,
				run: () => setOpen((now) => (now === 'palette' ? null : 'palette')),
			},
			{
				id: 'shortcuts.show',
				title: 'Keyboard shortcuts',
				group: 'Everywhere',
				icon: Keyboard,
				keys: '?',
				run: () => setOpen('shortcuts'),
			},
			{
				id: 'editor.connect',
				title: 'Connect Unity',
				icon: Plug,
				run: () => setOpen('connect'),
			},
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
						{
							id: 'automations.show',
							title: 'Automations',
							icon: Workflow,
							run: () => navigate(automationsPath(projectId)),
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
			{
				id: 'rules.grants',
				title: 'Always allowed',
				icon: ShieldCheck,
				run: () => navigate(settingsPath(projectId, 'always-allowed')),
			},
			{
				id: 'rules.limits',
				title: 'Run limits',
				icon: Gauge,
				run: () => navigate(settingsPath(projectId, 'limits')),
			},
			{
				id: 'settings.project',
				title: 'Project settings',
				icon: SlidersHorizontal,
				run: () => navigate(settingsPath(projectId)),
			},
			{
				id: 'settings.conversation',
				title: 'Model and limits of a conversation',
				icon: Cpu,
				run: () => {
					navigate(conversationSettingsPath(projectId, shown))
				},
			},
			{
				id: 'usage.show',
				title: 'Usage of this project',
				icon: ChartColumn,
				run: () => navigate(usagePath(projectId)),
			},
			{
				id: 'settings.show',
				title: 'Your settings',
				icon: Settings,
				run: () => navigate('/settings'),
			},
			{ id: 'projects.show', title: 'All projects', icon: FolderKanban, run: () => navigate('/') },
			{
				id: 'corewar.show',
				title: 'Core War workbench',
				run: () => navigate('/corewar'),
			},
			{ id: 'theme.light', title: 'Light theme', icon: Sun, run: () => chooseTheme('light') },
			{ id: 'theme.dark', title: 'Dark theme', icon: Moon, run: () => chooseTheme('dark') },
			{
				id: 'licenses.show',
				title: 'Third-party licenses',
				icon: Scale,
				run: () => window.open('/licenses.txt', '_blank', 'noopener'),
			},
		],
		[navigate, projectId, mayEdit, visiting, shown],
	)
	useActions(list)
	const close = () => setOpen(null)
	return (
		<PartBoundary what="This dialog" className="m-3" resetKey={open}>
			<Suspense fallback={null}>
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
			</Suspense>
		</PartBoundary>
	)
}
