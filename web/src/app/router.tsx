/** The routes. Pages with the same frame are below one layout route, which stays mounted while they change. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { useActionKeys } from '../actions/use-actions.ts'
import { readEarly } from '../data/api/queries.ts'
import { loadMarkdown } from '../parts/markdown/preload.ts'
import { NotFound } from './routes/not-found.tsx'

type Page = { readonly default: ComponentType }

const load = {
	home: (): Promise<Page> => import('./layouts/home-layout.tsx'),
	projects: (): Promise<Page> => import('./routes/projects.tsx'),
	project: (): Promise<Page> => import('./layouts/project-layout.tsx'),
	workspace: (): Promise<Page> => import('./routes/workspace.tsx'),
	settings: (): Promise<Page> => import('./routes/settings.tsx'),
	projectSettings: (): Promise<Page> => import('./routes/project-settings.tsx'),
	audit: (): Promise<Page> => import('./routes/audit.tsx'),
	usage: (): Promise<Page> => import('./routes/usage.tsx'),
	pair: (): Promise<Page> => import('./routes/pair.tsx'),
	invite: (): Promise<Page> => import('./routes/invite.tsx'),
	setup: (): Promise<Page> => import('./routes/setup.tsx'),
	signIn: (): Promise<Page> => import('./routes/sign-in.tsx'),
	signInLink: (): Promise<Page> => import('./routes/sign-in-link.tsx'),
}

/** Beside the pages, not before them. Without its code, a page still reads what needs the person when it opens. */
const NeedsYouFeed = lazy(
	(): Promise<Page> =>
		import('../features/needs-you/feed.tsx').catch(() => ({ default: () => null })),
)
const HomeLayout = lazy(load.home)
const Projects = lazy(load.projects)
const ProjectLayout = lazy(load.project)
const Workspace = lazy(load.workspace)
const Settings = lazy(load.settings)
const ProjectSettings = lazy(load.projectSettings)
const Audit = lazy(load.audit)
const Usage = lazy(load.usage)
const Pair = lazy(load.pair)
const Invite = lazy(load.invite)
const Setup = lazy(load.setup)
const SignIn = lazy(load.signIn)
const SignInLink = lazy(load.signInLink)

/** A frame and its page load in parallel; without this, they would load one after the other. */
const NEEDS: readonly (readonly [RegExp, readonly (() => Promise<unknown>)[]])[] = [
	[/^\/$/, [load.home, load.projects]],
	[/^\/settings\/?$/, [load.home, load.settings]],
	[/^\/usage\/?$/, [load.home, load.usage]],
	[/^\/pair\/?$/, [load.home, load.pair]],
	[/^\/invite\/?$/, [load.invite]],
	[/^\/p\/[^/]+\/settings\/?$/, [load.home, load.projectSettings]],
	[/^\/p\/[^/]+\/audit\/?$/, [load.home, load.audit]],
	[/^\/p\/[^/]+(\/c\/[^/]+)?\/?$/, [load.project, load.workspace, loadMarkdown]],
]

const CONVERSATION = /^\/p\/[^/]+\/c\/([^/]+)\/?$/

/** Starts to load what the address needs: code and messages. A failure shows when it is rendered. */
export function preloadRoute(pathname: string): void {
	const needed = NEEDS.find(([path]) => path.test(pathname))?.[1] ?? []
	for (const one of needed) one().catch(() => undefined)
	const conversationId = CONVERSATION.exec(pathname)?.[1]
	if (conversationId !== undefined) readEarly(conversationId)
}

export function Router() {
	useActionKeys()
	const { pathname } = useLocation()
	const entering = pathname === '/setup' || pathname.startsWith('/sign-in')
	return (
		<>
			<Suspense fallback={null}>{!entering && <NeedsYouFeed />}</Suspense>
			<Routes>
				<Route element={<HomeLayout />}>
					<Route path="/" element={<Projects />} />
					<Route path="/settings" element={<Settings />} />
					<Route path="/usage" element={<Usage />} />
					<Route path="/pair" element={<Pair />} />
					<Route path="/p/:projectId/settings" element={<ProjectSettings />} />
					<Route path="/p/:projectId/audit" element={<Audit />} />
				</Route>
				<Route path="/invite" element={<Invite />} />
				<Route path="/setup" element={<Setup />} />
				<Route path="/sign-in" element={<SignIn />} />
				<Route path="/sign-in/link" element={<SignInLink />} />
				<Route path="/p/:projectId" element={<ProjectLayout />}>
					{/* One route for both, so that beginning a conversation does not build the panes anew. */}
					<Route element={<Workspace />}>
						<Route index element={null} />
						<Route path="c/:conversationId" element={null} />
					</Route>
				</Route>
				<Route path="*" element={<NotFound />} />
			</Routes>
		</>
	)
}
