#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Engine.Raster;
using UnityEngine;
using UnityEngine.UI;

namespace UnityEditor
{
    /// <summary>A window that shows what players see. Internal in Unity too.</summary>
    internal abstract class PlayModeView : EditorWindow
    {
        private static PlayModeView? main;

        private RenderTexture? m_TargetTexture;

        /// <summary>Whether the layout has no such window.</summary>
        internal static bool IsClosed { get; set; }

        internal static PlayModeView? GetMainPlayModeView()
        {
            if (IsClosed) return null;
            if (main == null) main = CreateInstance<GameView>();
            return main;
        }

        internal override void Paint()
        {
            m_TargetTexture ??= new RenderTexture(GameView.ScreenWidth, GameView.ScreenHeight, 24) { name = "GameView RT" };
            var pixels = GameView.Draw();
            // Unity draws like the screen, whose rows begin where textures begin.
            m_TargetTexture.Pixels = SystemInfo.graphicsUVStartsAtTop ? Flipped(pixels) : pixels;
        }

        private static byte[] Flipped(byte[] pixels)
        {
            var (row, flipped) = (GameView.ScreenWidth * 4, new byte[pixels.Length]);
            for (var y = 0; y < GameView.ScreenHeight; y++)
                Buffer.BlockCopy(pixels, y * row, flipped, (GameView.ScreenHeight - 1 - y) * row, row);
            return flipped;
        }
    }

    /// <summary>Cameras by depth, and the panels of overlay canvases in front of them; words are not drawn.</summary>
    internal sealed class GameView : PlayModeView
    {
        internal const int ScreenWidth = 1024;
        internal const int ScreenHeight = 576;

        internal static byte[] Draw()
        {
            var cameras = Camera.allCameras.Where(camera => camera.targetTexture == null).OrderBy(camera => camera.depth);
            var pixels = new byte[ScreenWidth * ScreenHeight * 4];
            foreach (var camera in cameras) pixels = Painter.Paint(SceneReader.Read(camera), ScreenWidth, ScreenHeight);
            var canvases = ObjectGraph.Find(typeof(Canvas), false).Cast<Canvas>()
                .Where(canvas => canvas.enabled && canvas.renderMode == RenderMode.ScreenSpaceOverlay)
                .OrderBy(canvas => canvas.sortingOrder);
            foreach (var canvas in canvases) Below(pixels, canvas.transform, new Rect(0, 0, ScreenWidth, ScreenHeight));
            return pixels;
        }

        private static void Below(byte[] pixels, Transform parent, Rect area)
        {
            foreach (var child in Children(parent))
            {
                if (!child.gameObject.activeSelf) continue;
                var own = child is RectTransform rect ? AreaOf(rect, area) : area;
                var image = child.GetComponent<Image>();
                if (image != null && image.enabled) Fill(pixels, own, image.color);
                Below(pixels, child, own);
            }
        }

        private static IEnumerable<Transform> Children(Transform parent)
        {
            for (var i = 0; i < parent.childCount; i++) yield return parent.GetChild(i);
        }

        /// <summary>The area from the bottom left: the pivot lies in the anchors' rectangle where it lies in the object's own.</summary>
        private static Rect AreaOf(RectTransform rect, Rect parent)
        {
            var (min, max, pivot) = (rect.anchorMin, rect.anchorMax, rect.pivot);
            var width = ((max.x - min.x) * parent.width) + rect.sizeDelta.x;
            var height = ((max.y - min.y) * parent.height) + rect.sizeDelta.y;
            var x = parent.x + (parent.width * (min.x + ((max.x - min.x) * pivot.x))) + rect.anchoredPosition.x;
            var y = parent.y + (parent.height * (min.y + ((max.y - min.y) * pivot.y))) + rect.anchoredPosition.y;
            return new Rect(x - (pivot.x * width), y - (pivot.y * height), width, height);
        }

        private static void Fill(byte[] pixels, Rect area, Color color)
        {
            var top = ScreenHeight - (area.y + area.height);
            for (var y = Math.Max(0, (int)Math.Round(top)); y < Math.Min(ScreenHeight, Math.Round(top + area.height)); y++)
            {
                for (var x = Math.Max(0, (int)Math.Round(area.x)); x < Math.Min(ScreenWidth, Math.Round(area.x + area.width)); x++)
                {
                    var at = ((y * ScreenWidth) + x) * 4;
                    for (var k = 0; k < 3; k++)
                        pixels[at + k] = (byte)Math.Round((pixels[at + k] * (1 - color.a)) + (color[k] * 255 * color.a));
                }
            }
        }
    }
}
