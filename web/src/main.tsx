import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from './app/browser-router.tsx'
import { PageBoundary } from './app/page-boundary.tsx'
import { Router } from './app/router.tsx'
import { queryClient, readEarly } from './data/api/queries.ts'
import { conversationOf } from './data/early-reads.ts'
import { lazyPart } from './ui/loading/lazy-part.tsx'

const ToastArea = lazyPart(() => import('./ui/overlays/toast-area.tsx'))

const opened = conversationOf(location.pathname)
if (opened !== null) readEarly(opened)

/** Beside the page, not before it. Without it, a press is as the browser takes it. */
import('./actions/keep-presses.ts').then(
	({ keepPresses }) => keepPresses(),
	() => undefined,
)

const root = document.getElementById('root')
if (root) {
	createRoot(root).render(
		<StrictMode>
			<PageBoundary>
				<QueryClientProvider client={queryClient}>
					<BrowserRouter>
						<Suspense fallback={null}>
							<Router />
						</Suspense>
					</BrowserRouter>
					<ToastArea />
				</QueryClientProvider>
			</PageBoundary>
		</StrictMode>,
	)
}
