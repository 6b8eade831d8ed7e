package io.github.dratestkit.allocator.optimal;

import io.github.dratestkit.allocator.optimal.Blocks.Part;
import io.github.dratestkit.allocator.optimal.Blocks.Wish;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.chocosolver.solver.Model;
import org.chocosolver.solver.variables.BoolVar;
import org.chocosolver.solver.variables.IntVar;

/** All solutions, found by a solver that knows nothing of ours, and what each of them costs. */
final class EverySolution {

  /** What is chosen: parts, and the places of the alternatives. */
  private record Solution(List<Part> parts, List<Integer> ranks) {}

  private final Blocks blocks;
  private final List<Part> free;
  private final List<Solution> solutions = new ArrayList<>();

  EverySolution(Blocks blocks) {
    this.blocks = blocks;
    this.free =
        Blocks.parts(blocks.gpus()).stream()
            .filter(part -> blocks.used().stream().noneMatch(part::overlaps))
            .toList();
    Model model = new Model();
    IntVar[] ranks = new IntVar[blocks.requests().size()];
    BoolVar[] taken = model.boolVarArray(free.size());
    List<List<BoolVar>> takers = new ArrayList<>();
    free.forEach(part -> takers.add(new ArrayList<>()));
    for (int request = 0; request < ranks.length; request++) {
      List<Wish> wishes = blocks.requests().get(request);
      ranks[request] = model.intVar(0, wishes.size() - 1);
      for (int rank = 0; rank < wishes.size(); rank++) {
        BoolVar chosen = model.arithm(ranks[request], "=", rank).reify();
        List<BoolVar> own = new ArrayList<>();
        for (int i = 0; i < free.size(); i++) {
          if (free.get(i).size() == wishes.get(rank).size()) {
            BoolVar takes = model.boolVar();
            own.add(takes);
            takers.get(i).add(takes);
          }
        }
        model
            .sum(own.toArray(new BoolVar[0]), "=", chosen.mul(wishes.get(rank).count()).intVar())
            .post();
      }
    }
    for (int i = 0; i < taken.length; i++) {
      model.sum(takers.get(i).toArray(new BoolVar[0]), "=", taken[i]).post();
      for (int j = 0; j < i; j++) {
        if (free.get(i).overlaps(free.get(j))) {
          model.arithm(taken[i], "+", taken[j], "<=", 1).post();
        }
      }
    }
    while (model.getSolver().solve()) {
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < taken.length; i++) {
        if (taken[i].getValue() == 1) {
          parts.add(free.get(i));
        }
      }
      List<Integer> places = new ArrayList<>();
      for (IntVar rank : ranks) {
        places.add(rank.getValue());
      }
      solutions.add(new Solution(parts, places));
    }
  }

  OptionalLong least(Objective objective) {
    return solutions.stream().mapToLong(solution -> cost(objective, solution)).min();
  }

  private long cost(Objective objective, Solution solution) {
    return switch (objective) {
      case HIGHEST_RANKED -> solution.ranks().stream().mapToLong(Integer::longValue).sum();
      case FEWEST_BROKEN -> broken(solution.parts());
      case LEAST_STRANDED -> stranded(solution.parts());
      case BEST_FIT -> solution.parts().stream().mapToLong(part -> part.size() * 250L).sum();
      case COMPACT -> faces(solution.parts());
    };
  }

  private long broken(List<Part> parts) {
    Set<Integer> broken = new HashSet<>();
    for (Part part : parts) {
      boolean whole = blocks.used().stream().noneMatch(used -> used.gpu() == part.gpu());
      if (part.size() < Blocks.EDGE && whole) {
        broken.add(part.gpu());
      }
    }
    return broken.size();
  }

  private long stranded(List<Part> parts) {
    long stranded = 0;
    for (int gpu = 0; gpu < blocks.gpus(); gpu++) {
      Set<Integer> left = new HashSet<>();
      Set<Integer> usable = new HashSet<>();
      for (int block = 0; block < Blocks.EDGE; block++) {
        Part one = new Part(gpu, block, 1);
        if (parts.stream().noneMatch(one::overlaps)
            && blocks.used().stream().noneMatch(one::overlaps)) {
          left.add(block);
        }
      }
      for (Part part : free) {
        if (part.gpu() == gpu && parts.stream().noneMatch(part::overlaps)) {
          for (int block = part.start(); block < part.start() + part.size(); block++) {
            usable.add(block);
          }
        }
      }
      stranded += 1000L * (left.size() - usable.size());
      stranded += usable.isEmpty() ? 250L * left.size() : 0;
    }
    return stranded;
  }

  private long faces(List<Part> parts) {
    Set<Integer> chips = new HashSet<>();
    for (Part part : parts) {
      for (int block = part.start(); block < part.start() + part.size(); block++) {
        chips.add(part.gpu() * Blocks.EDGE + block);
      }
    }
    int size = blocks.gpus() * Blocks.EDGE;
    long faces = 0;
    for (int chip : chips) {
      faces += chips.contains((chip + 1) % size) ? 0 : 1;
      faces += chips.contains((chip + size - 1) % size) ? 0 : 1;
    }
    return faces;
  }
}
