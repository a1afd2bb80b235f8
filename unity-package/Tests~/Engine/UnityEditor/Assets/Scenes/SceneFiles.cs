#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Scene files: the engine's own JSON.</summary>
    internal static class SceneFiles
    {
        internal const string Format = "fairlead-engine scene, not Unity YAML";

        /// <summary>Writes nodes of a scene with the scene's ids; what has none gets one.</summary>
        internal static HierarchyWriter Writer(SceneData scene) =>
            new HierarchyWriter(
                new HierarchyView(),
                obj => SceneOf(obj) == scene.Handle,
                obj => obj.LocalFileId != 0 ? obj.LocalFileId : obj.LocalFileId = ++scene.LastFileId);

        internal static JObject Json(SceneData scene)
        {
            var writer = Writer(scene);
            var roots = new JArray(scene.Roots.Where(HierarchyWriter.IsSaved).Select(writer.Node));
            var settings = ObjectCodec.Write(RenderSettings.Of(scene), writer);
            var embedded = writer.Embedded();
            return new JObject
            {
                ["format"] = Format,
                ["version"] = 1,
                ["lastId"] = scene.LastFileId,
                ["renderSettings"] = settings,
                ["roots"] = roots,
                ["embedded"] = embedded,
            };
        }

        /// <summary>Returns null if the file is damaged, or Unity wrote it.</summary>
        internal static JObject? Read(string file) => AssetLoader.ReadOwn(file, Format);

        /// <summary>Fills an empty scene.</summary>
        internal static void Fill(SceneData scene, JObject json)
        {
            scene.LastFileId = (long?)json["lastId"] ?? 0;
            var reader = new HierarchyReader(null, scene.Handle, () => ++scene.LastFileId);
            foreach (var node in ((JArray)json["roots"]!).OfType<JObject>()) scene.Roots.Add(reader.Node(node));
            reader.Embedded(json["embedded"] as JArray ?? new JArray());
            reader.Fill();
            if (json["renderSettings"] is JObject settings) ObjectCodec.Read(RenderSettings.Of(scene), settings, reader);
            Announce(reader.Made);
            foreach (var root in scene.Roots.ToArray()) ObjectGraph.TellActivity(root, new HashSet<Component>());
        }

        /// <summary>Components whose script vanished with a reload, and came back with another one.</summary>
        internal static void KeepLostScripts()
        {
            LostScripts.Describe = script =>
                SceneTable.Find(SceneOf(script)) is { } scene && script.IsAlive ? Writer(scene).Component(script) : null;
            LostScripts.Lost = (obj, place, described) => MissingParts.Lose(obj, place, (JObject)described);
            LostScripts.TakePlace = (obj, described) => MissingParts.TakePlace(obj, (JObject)described);
            LostScripts.Revive = () =>
            {
                foreach (var scene in SceneTable.Alive.Where(scene => scene.IsLoaded)) Revive(scene);
            };
        }

        private static void Revive(SceneData scene)
        {
            var objects = scene.Roots.SelectMany(ObjectGraph.Tree).ToList();
            if (objects.All(obj => MissingParts.ScriptsOf(obj).Count == 0)) return;
            var reader = new HierarchyReader(null, scene.Handle, () => ++scene.LastFileId);
            var others = new Dictionary<long, Object>();
            foreach (var other in objects.SelectMany(obj => obj.Components.Where(c => c is not null).Cast<Object>().Append(obj)))
                if (other.LocalFileId != 0) others[other.LocalFileId] = other;
            reader.Outside = others;
            foreach (var obj in objects)
                foreach (var json in MissingParts.ScriptsOf(obj).ToList()) reader.Revive(obj, json);
            reader.Fill();
            Announce(reader.Made);
        }

        internal static void Announce(IEnumerable<Object> made)
        {
            foreach (var obj in made)
                if (!(obj is PrefabInstance)) EngineEvents.Created(obj);
        }

        private static ulong SceneOf(Object obj) =>
            obj is GameObject gameObject ? gameObject.SceneHandle
            : obj is Component { Owner: { } owner } ? owner.SceneHandle
            : 0;
    }
}
