import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { queryClient } from './features/api/queries.ts'
import { preloadMarkdown } from './features/markdown/preload.ts'
import { NotFound } from './routes/not-found.tsx'
import { PageBoundary } from './ui/page-boundary.tsx'
import './ui/tokens.css'

const ToastArea = lazy(() => import('./ui/toast-area.tsx'))
const ProjectsRoute = lazy(() => import('./routes/projects.tsx'))
const ProjectRoute = lazy(() => import('./routes/project.tsx'))
const SetupRoute = lazy(() => import('./routes/setup.tsx'))
const SignInRoute = lazy(() => import('./routes/sign-in.tsx'))

// A project page shows answers: their renderer loads beside the page's own code.
if (location.pathname.startsWith('/p/')) preloadMarkdown()

const root = document.getElementById('root')
if (root) {
	createRoot(root).render(
		<StrictMode>
			<PageBoundary>
				<QueryClientProvider client={queryClient}>
					<BrowserRouter>
						<Suspense fallback={null}>
							<Routes>
								<Route path="/" element={<ProjectsRoute />} />
								<Route path="/setup" element={<SetupRoute />} />
								<Route path="/sign-in" element={<SignInRoute />} />
								<Route path="/p/:projectId" element={<ProjectRoute />} />
								<Route path="/p/:projectId/c/:conversationId" element={<ProjectRoute />} />
								<Route path="*" element={<NotFound />} />
							</Routes>
						</Suspense>
					</BrowserRouter>
					<Suspense fallback={null}>
						<ToastArea />
					</Suspense>
				</QueryClientProvider>
			</PageBoundary>
		</StrictMode>,
	)
}
