/** Which address shows what. Pages with the same frame stand below one layout route, which stays while they change. */
import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { useActionKeys } from '../actions/use-actions.ts'
import { loadMarkdown } from '../parts/markdown/preload.ts'
import { NotFound } from './routes/not-found.tsx'

type Page = { readonly default: ComponentType }

const load = {
	home: (): Promise<Page> => import('./layouts/home-layout.tsx'),
	projects: (): Promise<Page> => import('./routes/projects.tsx'),
	project: (): Promise<Page> => import('./layouts/project-layout.tsx'),
	workspace: (): Promise<Page> => import('./routes/workspace.tsx'),
	setup: (): Promise<Page> => import('./routes/setup.tsx'),
	signIn: (): Promise<Page> => import('./routes/sign-in.tsx'),
}

const HomeLayout = lazy(load.home)
const Projects = lazy(load.projects)
const ProjectLayout = lazy(load.project)
const Workspace = lazy(load.workspace)
const Setup = lazy(load.setup)
const SignIn = lazy(load.signIn)

/** A frame and what stands in it load side by side; without this, one would ask for the other. */
const NEEDS: readonly (readonly [RegExp, readonly (() => Promise<unknown>)[]])[] = [
	[/^\/$/, [load.home, load.projects]],
	[/^\/p\/[^/]+(\/c\/[^/]+)?\/?$/, [load.project, load.workspace, loadMarkdown]],
]

/** Begins to load what the address needs. A failure shows when it is drawn. */
export function preloadRoute(pathname: string): void {
	const needed = NEEDS.find(([path]) => path.test(pathname))?.[1] ?? []
	for (const one of needed) one().catch(() => undefined)
}

export function Router() {
	useActionKeys()
	return (
		<Routes>
			<Route element={<HomeLayout />}>
				<Route path="/" element={<Projects />} />
			</Route>
			<Route path="/setup" element={<Setup />} />
			<Route path="/sign-in" element={<SignIn />} />
			<Route path="/p/:projectId" element={<ProjectLayout />}>
				{/* One route for both, so that beginning a conversation does not build the panes anew. */}
				<Route element={<Workspace />}>
					<Route index element={null} />
					<Route path="c/:conversationId" element={null} />
				</Route>
			</Route>
			<Route path="*" element={<NotFound />} />
		</Routes>
	)
}
