/** Loads the pages as chunks. Imports none of them, nor anything else, so that it runs before their code is there. */
import type { ComponentType } from 'react'
import { loadMarkdown } from '../parts/markdown/preload.ts'

export type Page = { readonly default: ComponentType }

/** The loaders of the chunks, by the name of the route. */
export const load = {
	home: (): Promise<Page> => import('./layouts/home-layout.tsx'),
	projects: (): Promise<Page> => import('./routes/projects.tsx'),
	project: (): Promise<Page> => import('./layouts/project-layout.tsx'),
	workspace: (): Promise<Page> => import('./routes/project/workspace.tsx'),
	settings: (): Promise<Page> => import('./routes/settings.tsx'),
	projectSettings: (): Promise<Page> => import('./routes/project/project-settings.tsx'),
	audit: (): Promise<Page> => import('./routes/project/audit.tsx'),
	automations: (): Promise<Page> => import('./routes/project/automations.tsx'),
	automation: (): Promise<Page> => import('./routes/project/automation.tsx'),
	agents: (): Promise<Page> => import('./routes/project/agents.tsx'),
	allAgents: (): Promise<Page> => import('./routes/agents.tsx'),
	usage: (): Promise<Page> => import('./routes/usage.tsx'),
	pair: (): Promise<Page> => import('./routes/pair.tsx'),
	connect: (): Promise<Page> => import('./routes/connect.tsx'),
	invite: (): Promise<Page> => import('./routes/invite.tsx'),
	shared: (): Promise<Page> => import('./routes/shared.tsx'),
	coreWar: (): Promise<Page> => import('./routes/corewar.tsx'),
	setup: (): Promise<Page> => import('./routes/setup.tsx'),
	signIn: (): Promise<Page> => import('./routes/sign-in.tsx'),
	signInLink: (): Promise<Page> => import('./routes/sign-in-link.tsx'),
	notFound: (): Promise<Page> => import('./routes/not-found.tsx'),
}

/** A frame and its page load in parallel; without this, they would load one after the other. */
const NEEDS: readonly (readonly [RegExp, readonly (() => Promise<unknown>)[]])[] = [
	[/^\/$/, [load.home, load.projects]],
	[/^\/settings\/?$/, [load.home, load.settings]],
	[/^\/agents\/?$/, [load.home, load.allAgents]],
	[/^\/usage\/?$/, [load.home, load.usage]],
	[/^\/pair\/?$/, [load.home, load.pair]],
	[/^\/connect\/?$/, [load.home, load.connect]],
	[/^\/invite\/?$/, [load.invite]],
	[/^\/corewar\/?$/, [load.coreWar]],
	[/^\/shared\//, [load.shared, loadMarkdown]],
	[/^\/p\/[^/]+\/settings\/?$/, [load.home, load.projectSettings]],
	[/^\/p\/[^/]+\/audit\/?$/, [load.home, load.audit]],
	[/^\/p\/[^/]+\/automations\/?$/, [load.home, load.automations]],
	[/^\/p\/[^/]+\/automations\/[^/]+\/?$/, [load.home, load.automation]],
	[/^\/p\/[^/]+\/agents(\/|$)/, [load.project, load.agents]],
	[/^\/p\/[^/]+(\/c\/[^/]+)?\/?$/, [load.project, load.workspace, loadMarkdown]],
]

/** Starts to load the code that the address needs. A failure shows when it is rendered. */
export function preloadPage(pathname: string): void {
	const needed = NEEDS.find(([path]) => path.test(pathname))?.[1] ?? []
	for (const one of needed) one().catch(() => undefined)
}
