import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { RouteEffects } from '#ui/layout/navigation/route-effects.ts'
import { GalleryPage } from './gallery-page.tsx'

function Gallery() {
  return (
    <>
      <RouteEffects />
      <GalleryPage />
      <ToastRegion />
    </>
  )
}

const router = createBrowserRouter([{ path: '*', Component: Gallery }])
createRoot(document.getElementById('gallery')!).render(<RouterProvider router={router} />)
