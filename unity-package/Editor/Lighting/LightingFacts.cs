#nullable enable
using System;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Lighting
{
    /// <summary>The baked lighting of the loaded scenes.</summary>
    internal static class LightingFacts
    {
        private const int MaxLightmaps = 20;

        internal static JObject Read()
        {
            var lightmaps = LightmapSettings.lightmaps ?? Array.Empty<LightmapData>();
            return new JObject
            {
                ["baking"] = Lightmapping.isRunning,
                ["progress"] = Lightmapping.isRunning ? Math.Round(Math.Max(0, Math.Min(1, Lightmapping.buildProgress)), 3) : 0,
                ["settings"] = Lightmapping.TryGetLightingSettings(out var settings) ? Describe(settings) : JValue.CreateNull(),
                ["lightmapCount"] = lightmaps.Length,
                ["lightmaps"] = new JArray(
                    lightmaps.Where(map => map.lightmapColor != null).Take(MaxLightmaps).Select(map => Describe(map.lightmapColor))),
                ["lightingDataPath"] = PathOf(Lightmapping.lightingDataAsset),
            };
        }

        private static JObject Describe(LightingSettings settings) => new JObject
        {
            ["assetPath"] = PathOf(settings),
            ["lightmapper"] = settings.lightmapper.ToString(),
            ["bakedGI"] = settings.bakedGI,
            ["realtimeGI"] = settings.realtimeGI,
            ["mixedBakeMode"] = settings.mixedBakeMode.ToString(),
            ["lightmapResolution"] = settings.lightmapResolution,
            ["lightmapMaxSize"] = settings.lightmapMaxSize,
            ["maxBounces"] = settings.maxBounces,
        };

        private static JObject Describe(Texture2D map) => new JObject
        {
            ["assetPath"] = PathOf(map),
            ["width"] = map.width,
            ["height"] = map.height,
        };

        private static JToken PathOf(UnityEngine.Object? asset)
        {
            var path = asset == null ? "" : AssetDatabase.GetAssetPath(asset);
            return string.IsNullOrEmpty(path) ? JValue.CreateNull() : (JToken)path;
        }
    }
}
