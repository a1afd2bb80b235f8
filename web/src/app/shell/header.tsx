import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Download, PanelLeft, PanelRight, Search, Share2 } from 'lucide-react'
import { keysText } from '../../actions/keys.ts'
import { useAction } from '../../actions/use-actions.ts'
import { meQuery } from '../../data/api/queries.ts'
import { ThemeMenu } from '../../features/theme/theme-menu.tsx'
import { useWelcome } from '../../run/packs.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayout } from '../../ui/layout.ts'
import { Link } from '../../ui/link.tsx'
import { lazyPart, THIS_MENU } from '../../ui/loading/lazy-part.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

/** The chat can be used before it is there; it moves nothing when it comes. */
const EditorStatus = lazyPart(() =>
	import('../../features/unity/editor-status.tsx').then((m) => ({ default: m.EditorStatus })),
)
const Viewers = lazyPart(() => import('./viewers.tsx').then((m) => ({ default: m.Viewers })))
const ProjectMenu = lazyPart(() => import('./project-menu.tsx'), THIS_MENU)
const TrialSignIn = lazyPart(() => import('./trial-sign-in.tsx'))

/** @param props.name the project's */
export function Header(props: { name: string | undefined }) {
	const layout = useLayout()
	const { inFolder } = useWelcome()
	const onTrial = useQuery(meQuery).data?.role === 'trial'
	const list = useAction('list.toggle')
	const palette = useAction('palette.open')
	const editor = useAction('editor.show')
	const share = useAction('share.open')
	const takeOut = useAction('conversation.takeOut')
	return (
		<header className="flex h-12 shrink-0 items-center gap-1 border-b border-edge px-2">
			{layout !== 'narrow' && list && (
				<IconButton
					label={list.on ? 'Hide conversations' : 'Show conversations'}
					shortcut={list.keys && keysText(list.keys)}
					aria-expanded={list.on ?? false}
					onClick={list.run}
				>
					<PanelLeft />
				</IconButton>
			)}
			<Link
				to="/"
				aria-label="All projects"
				title="All projects"
				className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-hover max-md:size-11"
			>
				<Mark />
			</Link>
			<span aria-hidden className="text-edge-strong max-md:hidden">
				/
			</span>
			<h1 className="flex min-w-0 shrink font-medium">
				<Menu
					trigger={
						<button
							type="button"
							title={props.name}
							className="flex min-w-0 items-center gap-1 rounded-md px-1.5 py-1 hover:bg-hover data-[popup-open]:bg-hover max-md:min-h-11"
						>
							<span className="truncate">
								{props.name ?? <span className="sr-only">Project</span>}
							</span>
							<ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
						</button>
					}
				>
					<ProjectMenu />
				</Menu>
			</h1>
			<div className="flex-1" />
			{onTrial && <TrialSignIn />}
			{inFolder && <EditorStatus compact={layout === 'narrow'} />}
			{layout !== 'narrow' && <Viewers />}
			{share && layout !== 'narrow' && (
				<IconButton label="Share by link" onClick={share.run}>
					<Share2 />
				</IconButton>
			)}
			{takeOut && layout !== 'narrow' && (
				<IconButton label="Download or copy" onClick={takeOut.run}>
					<Download />
				</IconButton>
			)}
			{palette && (
				<IconButton
					label="Find"
					shortcut={palette.keys && keysText(palette.keys)}
					onClick={palette.run}
				>
					<Search />
				</IconButton>
			)}
			{layout !== 'narrow' && <ThemeMenu />}
			{layout === 'medium' && editor && (
				<IconButton label="Show the editor" onClick={editor.run}>
					<PanelRight />
				</IconButton>
			)}
		</header>
	)
}
