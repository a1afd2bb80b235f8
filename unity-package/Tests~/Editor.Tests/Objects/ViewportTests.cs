using Fairlead.Core;
using Fairlead.Editor.Viewport;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

[Collection(EngineCollection.Name)]
public sealed class ViewportTests
{
    private const string Everything = """{"action":"changes"}""";

    private readonly Desk desk = new();

    private JObject Look(string? since = null) =>
        desk.Ok("unity_viewport", since == null ? Everything : $$"""{"action":"changes","since":"{{since}}"}""");

    private static JToken Named(JObject seen, string name) => seen["objects"]!.Single(obj => (string)obj["name"]! == name);

    private static GameObject WithMesh(string name, Vector3[] vertices, int[] triangles)
    {
        var obj = new GameObject(name, typeof(MeshFilter), typeof(MeshRenderer));
        obj.GetComponent<MeshFilter>().sharedMesh = new Mesh { vertices = vertices, triangles = triangles };
        return obj;
    }

    private static short[] Numbers(JToken base64Url)
    {
        var bytes = Convert.FromBase64String(((string)base64Url!).Replace('-', '+').Replace('_', '/'));
        var numbers = new short[bytes.Length / 2];
        Buffer.BlockCopy(bytes, 0, numbers, 0, bytes.Length);
        return numbers;
    }

    [Fact]
    public void A_mesh_of_a_model_comes_by_its_name_and_no_other_mesh_does()
    {
        WithMesh("Sail", [new(0, 0, 0), new(0, 2, 0), new(1, 0, 0)], [0, 1, 2]);
        var hidden = WithMesh("Hidden", [new(0, 0, 0), new(0, 1, 0), new(1, 0, 0)], [0, 1, 2]);
        hidden.SetActive(false);
        var shape = Named(Look(), "Sail")["shape"]!;
        Assert.Equal([0.5, 1, 0, 0.5, 1, 0], shape["bounds"]!.Select(part => (double)part));

        var sent = desk.Ok("unity_viewport", $$"""{"action":"mesh","mesh":"{{shape["mesh"]}}"}""");
        Assert.Equal([-32767, -32767, 0, -32767, 32767, 0, 32767, -32767, 0], Numbers(sent["vertices"]!));
        Assert.Equal([0, 1, 2], Numbers(sent["triangles"]!));
        Assert.Null(sent["simplifiedFrom"]);

        var other = Fairlead.Editor.Addressing.ObjectIds.Of(hidden.GetComponent<MeshFilter>().sharedMesh);
        desk.Fails("unity_viewport", $$"""{"action":"mesh","mesh":"{{other}}"}""", CallErrorCode.NotFound);
    }

    [Fact]
    public void A_fine_mesh_is_simplified_to_what_can_be_sent_and_keeps_its_size()
    {
        const int side = 150;
        var vertices = new List<Vector3>();
        var triangles = new List<int>();
        for (var z = 0; z <= side; z++)
            for (var x = 0; x <= side; x++) vertices.Add(new Vector3(x, Mathf.Sin(x * 0.1f), z));
        for (var z = 0; z < side; z++)
            for (var x = 0; x < side; x++)
            {
                var at = (z * (side + 1)) + x;
                triangles.AddRange([at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2]);
            }
        WithMesh("Hills", vertices.ToArray(), triangles.ToArray());
        var mesh = Named(Look(), "Hills")["shape"]!["mesh"];
        var sent = desk.Ok("unity_viewport", $$"""{"action":"mesh","mesh":"{{mesh}}"}""");
        Assert.Equal(side * side * 2, (int)sent["simplifiedFrom"]!);
        var indices = Numbers(sent["triangles"]!);
        Assert.InRange(indices.Length, 1_000 * 3, ViewMesh.MaxTriangles * 3);
        var x0 = Numbers(sent["vertices"]!).Where((_, i) => i % 3 == 0).ToArray();
        Assert.InRange(x0.Max() - x0.Min(), 60_000, 65_534);
    }

    [Fact]
    public void What_is_not_shown_as_it_is_becomes_a_box_or_is_counted()
    {
        new GameObject("Screen", typeof(Canvas));
        new GameObject("Hero", typeof(SkinnedMeshRenderer));
        var seen = Look();
        Assert.Equal("box", (string)Named(seen, "Hero")["shape"]!["mesh"]!);
        Assert.Equal("""[{"kind":"Canvas","count":1}]""", seen["leftOut"]!.ToString(Newtonsoft.Json.Formatting.None));
    }

    [Fact]
    public void A_light_that_changes_is_told_again_and_a_trembling_body_is_not()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"PointLight"}""");
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""");
        var first = Look();
        Desk.Find("/Point Light")!.GetComponent<Light>().range = 3;
        Desk.Find("/Cube")!.transform.position += new Vector3(0.00001f, 0, 0);
        var next = Look((string)first["revision"]!);
        Assert.Equal(3, (int)Named(next, "Point Light")["light"]!["range"]!);
        Assert.Single(next["objects"]!);
        Assert.Empty(next["moved"]!);
    }

    [Fact]
    public void A_slow_move_adds_up_although_each_step_is_too_small_to_tell()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""");
        var revision = (string)Look()["revision"]!;
        for (var i = 0; i < 20; i++)
        {
            Desk.Find("/Cube")!.transform.position += new Vector3(0.00001f, 0, 0);
            Look();
        }
        Assert.Single(Look(revision)["moved"]!);
    }

    [Fact]
    public void A_large_scene_comes_in_several_answers()
    {
        for (var i = 0; i < 600; i++) new GameObject($"Lamp {i}", typeof(Light));
        var names = new List<string>();
        string? revision = null;
        var answers = 0;
        for (var more = true; more; answers++)
        {
            var seen = Look(revision);
            names.AddRange(seen["objects"]!.Select(obj => (string)obj["name"]!));
            revision = (string)seen["revision"]!;
            more = (bool)seen["more"]!;
        }
        Assert.InRange(answers, 2, 20);
        Assert.Equal(Enumerable.Range(0, 600).Select(i => $"Lamp {i}"), names);
    }

    [Fact]
    public void A_game_that_removes_many_objects_leaves_a_bounded_memory_and_who_knows_less_gets_everything()
    {
        new GameObject("Lamp", typeof(Light));
        var old = (string)Look()["revision"]!;
        for (var n = 0; n < 3; n++)
        {
            var bullets = Enumerable.Range(0, 4_000).Select(i => new GameObject($"Bullet {i}", typeof(Light))).ToList();
            Look();
            foreach (var bullet in bullets) UnityEngine.Object.DestroyImmediate(bullet);
            Look();
        }
        var seen = Look(old);
        Assert.True((bool)seen["whole"]!);
        Assert.Equal("Lamp", (string)Assert.Single(seen["objects"]!)["name"]!);
        Desk.Find("/Lamp")!.SetActive(false);
        var next = Look((string)seen["revision"]!);
        Assert.False((bool)next["whole"]!);
        Assert.Single(next["gone"]!);
    }

    [Fact]
    public void An_object_that_is_nowhere_does_not_end_the_view_of_the_others()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","primitive_type":"Cube"}""");
        Desk.Find("/Cube")!.transform.localScale = new Vector3(float.NaN, 1, float.PositiveInfinity);
        Assert.All(Named(Look(), "Cube")["pose"]!, part => Assert.True(double.IsFinite((double)part)));
    }
}
