#nullable enable
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Bootstrap;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditorInternal;
using UnityEngine;
using UnityEngine.Rendering;

namespace Fairlead.Editor.Settings
{
    /// <summary><c>unity_query get_settings</c>: the project's settings by category.</summary>
    internal static class ProjectSettings
    {
        private static readonly string[] Categories =
        {
            "environment", "player", "build", "quality", "physics", "time", "audio", "rendering", "packages",
        };

        /// <summary>Reads the arguments of the action and answers it.</summary>
        internal static JObject Run(ToolArguments arguments)
        {
            var category = arguments.Choice("settings_category", Categories);
            arguments.End();
            return new JObject { ["category"] = category, ["settings"] = Of(category) };
        }

        /// <summary><c>built-in</c>, <c>universal</c>, <c>high-definition</c>, or the name of another pipeline's asset type.</summary>
        internal static string RenderPipeline()
        {
            var asset = GraphicsSettings.currentRenderPipeline;
            if (asset == null) return "built-in";
            var name = asset.GetType().Name;
            return name.StartsWith("Universal") ? "universal" : name.StartsWith("HD") ? "high-definition" : name;
        }

        private static JObject Of(string category)
        {
            switch (category)
            {
                case "environment":
                    return Environment();
                case "player":
                    return Player();
                case "build":
                    return new JObject
                    {
                        ["scenes"] = new JArray(EditorBuildSettings.scenes.Where(s => s.enabled).Select((s, i) =>
                            new JObject { ["path"] = s.path, ["buildIndex"] = i })),
                        ["activeBuildTarget"] = EditorUserBuildSettings.activeBuildTarget.ToString(),
                        ["developmentBuild"] = EditorUserBuildSettings.development,
                    };
                case "quality":
                    return new JObject
                    {
                        ["currentLevel"] = QualitySettings.names[QualitySettings.GetQualityLevel()],
                        ["levels"] = new JArray(QualitySettings.names.Cast<object>().ToArray()),
                        ["vSyncCount"] = QualitySettings.vSyncCount,
                        ["antiAliasing"] = QualitySettings.antiAliasing,
                        ["shadowDistance"] = ObjectFacts.Plain(QualitySettings.shadowDistance),
                    };
                case "physics":
                    return OfPhysics();
                case "time":
                    return new JObject
                    {
                        ["fixedDeltaTime"] = ObjectFacts.Plain(Time.fixedDeltaTime),
                        ["maximumDeltaTime"] = ObjectFacts.Plain(Time.maximumDeltaTime),
                        ["timeScale"] = ObjectFacts.Plain(Time.timeScale),
                    };
                case "audio":
                    return OfAudio();
                case "rendering":
                    return Rendering();
                default:
                    return new JObject { ["dependencies"] = Dependencies() };
            }
        }

        private static JObject Environment() =>
            new JObject
            {
                ["unityVersion"] = Application.unityVersion,
                ["projectName"] = PlayerSettings.productName,
                ["projectPath"] = AssetFiles.ProjectFolder,
                ["productGuid"] = PlayerSettings.productGUID.ToString("N"),
                ["platform"] = Application.platform.ToString(),
                ["simulated"] = EditorWiring.Kind != "unity",
            };

        private static JObject Player() =>
            new JObject
            {
                ["companyName"] = PlayerSettings.companyName,
                ["productName"] = PlayerSettings.productName,
                ["bundleVersion"] = PlayerSettings.bundleVersion,
                ["colorSpace"] = PlayerSettings.colorSpace.ToString(),
                ["defaultScreenWidth"] = PlayerSettings.defaultScreenWidth,
                ["defaultScreenHeight"] = PlayerSettings.defaultScreenHeight,
                ["runInBackground"] = PlayerSettings.runInBackground,
                ["tags"] = new JArray(InternalEditorUtility.tags.Cast<object>().ToArray()),
                ["layers"] = new JArray(Enumerable.Range(0, 32)
                    .Where(layer => LayerMask.LayerToName(layer).Length > 0)
                    .Select(layer => new JObject { ["index"] = layer, ["name"] = LayerMask.LayerToName(layer) })),
            };

        private static JObject OfPhysics() =>
#if FAIRLEAD_PHYSICS
            new JObject
            {
                ["gravity"] = ObjectFacts.Vector(Physics.gravity),
                ["defaultContactOffset"] = ObjectFacts.Plain(Physics.defaultContactOffset),
                ["bounceThreshold"] = ObjectFacts.Plain(Physics.bounceThreshold),
                ["sleepThreshold"] = ObjectFacts.Plain(Physics.sleepThreshold),
                ["defaultSolverIterations"] = Physics.defaultSolverIterations,
            };
#else
            throw BuiltInModule.Disabled("com.unity.modules.physics");
#endif

        private static JObject OfAudio() =>
#if FAIRLEAD_AUDIO
            new JObject
            {
                ["globalVolume"] = ObjectFacts.Plain(AudioListener.volume),
                ["speakerMode"] = AudioSettings.speakerMode.ToString(),
                ["sampleRate"] = AudioSettings.outputSampleRate,
                ["dspBufferSize"] = AudioSettings.GetConfiguration().dspBufferSize,
            };
#else
            throw BuiltInModule.Disabled("com.unity.modules.audio");
#endif

        private static JObject Rendering()
        {
            var asset = GraphicsSettings.currentRenderPipeline;
            var material = asset != null
                ? asset.defaultMaterial
                : AssetDatabase.GetBuiltinExtraResource<Material>("Default-Material.mat");
            return new JObject
            {
                ["renderPipeline"] = RenderPipeline(),
                ["defaultShader"] = MaterialShaders.Default().name,
                ["defaultMaterial"] = material == null ? null : material.name,
            };
        }

        /// <summary>Packages as the manifest names them: versions, Git URLs, paths.</summary>
        private static JObject Dependencies()
        {
            var file = Path.Combine(AssetFiles.ProjectFolder, "Packages", "manifest.json");
            if (!File.Exists(file)) return new JObject();
            try
            {
                return JObject.Parse(File.ReadAllText(file))["dependencies"] as JObject ?? new JObject();
            }
            catch (JsonException)
            {
                throw new ToolFault(CallErrorCode.Internal, "Packages/manifest.json is not valid JSON.",
                    "Repair it: Unity does not open a project with a broken manifest either.");
            }
        }
    }
}
