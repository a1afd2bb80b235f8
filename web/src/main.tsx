import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from './app/browser-router.tsx'
import { PageBoundary } from './app/page-boundary.tsx'
import { preloadRoute, Router } from './app/router.tsx'
import { queryClient } from './data/api/queries.ts'
import './ui/tokens.css'

const ToastArea = lazy(() => import('./ui/toast-area.tsx'))
preloadRoute(location.pathname)

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
					<Suspense fallback={null}>
						<ToastArea />
					</Suspense>
				</QueryClientProvider>
			</PageBoundary>
		</StrictMode>,
	)
}
