import type { Project } from '@fairlead/protocol/http'
import { PanelLeft, PanelRight, Search } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/icon-button.tsx'
import { type Layout, modKey } from '../../ui/layout.ts'
import { Mark } from '../../ui/mark.tsx'
import { EditorStatus } from '../editor/editor-status.tsx'
import { ThemeMenu } from '../theme/theme-menu.tsx'
import { Viewers } from './viewers.tsx'

export function Header(props: {
	project: Project | undefined
	layout: Layout
	listOpen: boolean
	onList: () => void
	onEditor: () => void
	onPalette: () => void
	onConnect: () => void
}) {
	const { layout } = props
	return (
		<header className="flex h-12 shrink-0 items-center gap-1 border-b border-edge px-2">
			{layout !== 'narrow' && (
				<IconButton
					label={props.listOpen ? 'Hide conversations' : 'Show conversations'}
					shortcut={`${modKey}B`}
					aria-expanded={props.listOpen}
					onClick={props.onList}
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
			<h1 className="min-w-0 shrink truncate px-1 font-medium" title={props.project?.name}>
				{props.project?.name}
			</h1>
			<div className="flex-1" />
			<EditorStatus onConnect={props.onConnect} compact={layout === 'narrow'} />
			{layout !== 'narrow' && <Viewers />}
			<IconButton label="Find" shortcut={`${modKey}K`} onClick={props.onPalette}>
				<Search />
			</IconButton>
			{layout !== 'narrow' && <ThemeMenu />}
			{layout === 'medium' && (
				<IconButton label="Show the editor" onClick={props.onEditor}>
					<PanelRight />
				</IconButton>
			)}
		</header>
	)
}
