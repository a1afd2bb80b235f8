/** The routes. Pages with the same frame are below one layout route, which stays mounted while they change. */
// biome-ignore lint/style/noRestrictedImports: pages, which their layout or `PageBoundary` catches
import { lazy } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { useActionKeys } from '../actions/use-actions.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { load } from './pages.ts'
import { useArrival } from './use-arrival.ts'

/** Beside the pages, not before them. Without its code, a page still reads what needs the person when it opens. */
const NeedsYouFeed = lazyPart(() => import('../features/needs-you/feed.tsx'))
const HomeLayout = lazy(load.home)
const Projects = lazy(load.projects)
const ProjectLayout = lazy(load.project)
const Workspace = lazy(load.workspace)
const Settings = lazy(load.settings)
const ProjectSettings = lazy(load.projectSettings)
const Audit = lazy(load.audit)
const Automations = lazy(load.automations)
const Automation = lazy(load.automation)
const Agents = lazy(load.agents)
const AllAgents = lazy(load.allAgents)
const Usage = lazy(load.usage)
const Connect = lazy(load.connect)
const Pair = lazy(load.pair)
const Invite = lazy(load.invite)
const Shared = lazy(load.shared)
const CoreWar = lazy(load.coreWar)
const Setup = lazy(load.setup)
const SignIn = lazy(load.signIn)
const SignInLink = lazy(load.signInLink)
const NotFound = lazy(load.notFound)

export function Router() {
	useActionKeys()
	useArrival()
	const { pathname } = useLocation()
	const entering = /^\/(?:setup|sign-in|shared|corewar)(?:\/|$)/.test(pathname)
	return (
		<>
			{!entering && <NeedsYouFeed />}
			<Routes>
				<Route element={<HomeLayout />}>
					<Route path="/" element={<Projects />} />
					<Route path="/settings" element={<Settings />} />
					<Route path="/agents" element={<AllAgents />} />
					<Route path="/usage" element={<Usage />} />
					<Route path="/pair" element={<Pair />} />
					<Route path="/connect" element={<Connect />} />
					<Route path="/p/:projectId/settings" element={<ProjectSettings />} />
					<Route path="/p/:projectId/audit" element={<Audit />} />
					<Route path="/p/:projectId/automations" element={<Automations />} />
					<Route path="/p/:projectId/automations/:automationId" element={<Automation />} />
				</Route>
				<Route path="/invite" element={<Invite />} />
				<Route path="/shared/:token" element={<Shared />} />
				<Route path="/shared/:token/c/:conversationId" element={<Shared />} />
				<Route path="/corewar" element={<CoreWar />} />
				<Route path="/setup" element={<Setup />} />
				<Route path="/sign-in" element={<SignIn />} />
				<Route path="/sign-in/link" element={<SignInLink />} />
				<Route path="/p/:projectId" element={<ProjectLayout />}>
					<Route path="agents/:editorKey?/:agentId?" element={<Agents />} />
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
